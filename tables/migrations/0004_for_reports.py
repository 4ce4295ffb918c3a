from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("compliance", "0004_patrols"),
        ("tables", "0003_rounds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(fields=["facility", "removed_at"], name="decks_by_removal"),
        ),
        migrations.AddIndex(
            model_name="stint",
            index=models.Index(fields=["facility", "ended_at"], name="stints_of_a_facility"),
        ),
    ]
