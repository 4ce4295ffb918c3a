from typing import Any

from django.db import migrations, models


def forget_guessers(apps: Any, _: Any) -> None:
    """Delete failures that were counted per person under the name of a tablet; they would count for a day at most."""
    apps.get_model("compliance", "Attempt").objects.filter(tablet__startswith="by ").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("compliance", "0008_texts"),
    ]

    operations = [
        migrations.RunPython(forget_guessers, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="attempt",
            name="guesser",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="attempt",
            name="unlocked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(
                condition=models.Q(("guesser", ""), _negated=True),
                fields=["guesser", "purpose", "failed_at"],
                name="attempts_of_a_guesser",
            ),
        ),
    ]
