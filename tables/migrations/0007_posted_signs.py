"""Record the signs that are up as rows, each for the offer in force."""

from datetime import datetime
from typing import Any

from django.db import migrations
from django.utils import timezone


def record_signs(apps: Any, schema_editor: Any) -> None:
    Table = apps.get_model("tables", "Table")
    Entry = apps.get_model("compliance", "Entry")
    Sign = apps.get_model("tables", "Sign")
    now = timezone.now()
    for table in Table.objects.filter(sign_posted=True):
        posted = (
            Entry.objects.filter(stream__key=f"table:{table.code}", action="sign.posted").order_by("sequence").last()
        )
        layout, offer = _in_force(table.layouts_in_force, now), _in_force(table.offers_in_force, now)
        if posted is None or posted.actor_id is None or layout is None or offer is None:
            continue
        for element, how in layout.layout.elements.items():
            if how == "sign":
                Sign.objects.create(
                    table=table,
                    element=element,
                    offer_id=offer.offer_id,
                    posted_by_id=posted.actor_id,
                    posted_at=posted.at,
                )


def _in_force(rows: Any, at: datetime) -> Any:
    return rows.filter(cancelled_at=None, from_at__lte=at).order_by("from_at", "pk").last()


class Migration(migrations.Migration):
    dependencies = [("tables", "0006_signs_and_approvals")]

    operations = [migrations.RunPython(record_signs, migrations.RunPython.noop)]
