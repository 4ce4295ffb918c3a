"""Read from the journal who set the passwords so far. The demo's passwords and PINs are their owners' own."""

from typing import Any

from django.db import migrations


def note_setters(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("compliance", "Entry").objects
    staff = apps.get_model("compliance", "Staff").objects
    demo = list(entries.filter(action="demo.loaded").values_list("facility_id", flat=True))
    staff.filter(facility__in=demo).update(pin_set_by=None)
    told = entries.filter(action__in=["staff.hired", "staff.password_set"], actor__isnull=False)
    for subject, actor in told.exclude(facility__in=demo).order_by("pk").values_list("subject", "actor"):
        staff.filter(badge=subject.removeprefix("staff:")).update(password_set_by=actor)


class Migration(migrations.Migration):
    dependencies = [("compliance", "0010_password_set_by")]

    operations = [migrations.RunPython(note_setters, migrations.RunPython.noop)]
