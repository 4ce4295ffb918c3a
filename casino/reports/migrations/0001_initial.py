import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("compliance", "0004_patrols"),
        ("tables", "0004_for_reports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ReportedShift",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("tables.shift",),
        ),
        migrations.CreateModel(
            name="SignedReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("document", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("figures", models.JSONField(help_text="What it came to, each figure by its name in the totals.")),
                (
                    "open_seconds",
                    models.PositiveBigIntegerField(help_text="For how long its tables were open, all together."),
                ),
                ("remark", models.TextField(blank=True)),
                ("signed_at", models.DateTimeField()),
                (
                    "shift",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="signed_report", to="tables.shift"
                    ),
                ),
                (
                    "signature",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        help_text="The second person's, where policy demands one.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.signature",
                    ),
                ),
                (
                    "signed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Handover",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("items", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("note", models.TextField(blank=True)),
                ("handed_at", models.DateTimeField()),
                (
                    "handed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pit",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.pit"
                    ),
                ),
                (
                    "shift",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="handovers", to="tables.shift"
                    ),
                ),
                (
                    "signature",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.signature",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("shift", "pit"), name="a_pit_is_handed_over_once")],
            },
        ),
    ]
