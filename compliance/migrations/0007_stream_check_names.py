from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("compliance", "0006_alert_blocks_play")]

    operations = [
        migrations.RemoveIndex("stream", name="streams_to_look_at"),
        migrations.RenameField("stream", old_name="look_at", new_name="next_check_at"),
        migrations.RenameField("stream", old_name="looked", new_name="checked_length"),
        migrations.AddIndex(
            "stream",
            models.Index(
                fields=["next_check_at"], condition=models.Q(next_check_at__isnull=False), name="streams_to_check"
            ),
        ),
    ]
