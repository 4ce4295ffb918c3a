import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("compliance", "0009_guessers")]

    operations = [
        migrations.AddField(
            model_name="staff",
            name="password_set_by",
            field=models.ForeignKey(
                blank=True,
                help_text="Who chose the password; with one that someone else chose, its owner can only change it.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="staff",
            name="pin_set_by",
            field=models.ForeignKey(
                blank=True,
                help_text="Who chose the PIN; one that someone else chose signs nothing.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
