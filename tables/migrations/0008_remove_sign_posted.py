from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_posted_signs")]

    operations = [migrations.RemoveField(model_name="table", name="sign_posted")]
