from django.db import migrations, models


class Migration(migrations.Migration):
    """Rounds know the revision of the rulebook that they were settled under; those logged so far were of the first."""

    dependencies = [
        ('games', '0006_stated_facts'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='revision',
            field=models.PositiveSmallIntegerField(default=1, help_text='The revision of the rulebook that it was settled under.'),
            preserve_default=False,
        ),
    ]
