import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("compliance", "0004_patrols"),
        ("games", "0002_quick_compression"),
        ("tables", "0003_rounds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DayTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rounds", models.IntegerField(default=0)),
                ("voids", models.IntegerField(default=0, help_text="Rounds that were void by the rules.")),
                ("counts", models.IntegerField(default=0, help_text="Rounds in which the stub was counted.")),
                ("breaches", models.IntegerField(default=0)),
                ("seats", models.IntegerField(default=0)),
                ("wagers", models.IntegerField(default=0)),
                ("staked_cents", models.BigIntegerField(default=0)),
                (
                    "pays_cents",
                    models.BigIntegerField(default=0, help_text="Of all wagers together after the payout limit."),
                ),
                ("returned_cents", models.BigIntegerField(default=0)),
                ("limit_cut_cents", models.BigIntegerField(default=0)),
                ("counts_due", models.IntegerField(default=0, help_text="Rounds in which the stub had to be counted.")),
                (
                    "counts_wrong",
                    models.IntegerField(default=0, help_text="Rounds in which the count was not what it should be."),
                ),
                ("limit_cuts", models.IntegerField(default=0, help_text="Rounds in which a payout limit was applied.")),
                ("spins", models.IntegerField(default=0)),
                ("jackpots", models.IntegerField(default=0)),
                ("jackpot_cents", models.BigIntegerField(default=0)),
                (
                    "struck",
                    models.IntegerField(default=0, help_text="Rounds that were struck out later: in no other figure."),
                ),
                ("gaming_day", models.DateField()),
                ("edition", models.CharField(max_length=20)),
            ],
            options={
                "ordering": ("gaming_day", "table"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="hourlytotal",
            name="one_total_for_each_hour",
        ),
        migrations.RemoveIndex(
            model_name="hourlytotal",
            name="totals_by_gaming_day",
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="counts_due",
            field=models.IntegerField(default=0, help_text="Rounds in which the stub had to be counted."),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="counts_wrong",
            field=models.IntegerField(default=0, help_text="Rounds in which the count was not what it should be."),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="jackpot_cents",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="jackpots",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="limit_cuts",
            field=models.IntegerField(default=0, help_text="Rounds in which a payout limit was applied."),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="shift",
            field=models.BigIntegerField(default=0, help_text="The number of the shift; 0 where none was on duty."),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="spins",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="hourlytotal",
            name="struck",
            field=models.IntegerField(default=0, help_text="Rounds that were struck out later: in no other figure."),
        ),
        migrations.AddField(
            model_name="round",
            name="shift",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.shift",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="spins",
            field=models.PositiveSmallIntegerField(default=0, help_text="How many seats spun the wheel."),
        ),
        migrations.AddField(
            model_name="round",
            name="stands_out",
            field=models.BooleanField(
                default=False, help_text="Whether a report of its shift tells of it by itself (marks.py)."
            ),
        ),
        migrations.AddField(
            model_name="roundvoid",
            name="shift",
            field=models.ForeignKey(
                blank=True,
                help_text="That of the round.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.shift",
            ),
        ),
        migrations.AddIndex(
            model_name="hourlytotal",
            index=models.Index(fields=["facility", "gaming_day", "wager"], name="totals_by_gaming_day"),
        ),
        migrations.AddIndex(
            model_name="hourlytotal",
            index=models.Index(fields=["shift"], name="totals_by_shift"),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("stands_out", True)), fields=["shift"], name="rounds_that_stand_out"
            ),
        ),
        migrations.AddConstraint(
            model_name="hourlytotal",
            constraint=models.UniqueConstraint(
                fields=("table", "hour", "shift", "dealer", "edition", "wager"), name="one_total_for_each_hour"
            ),
        ),
        migrations.AddField(
            model_name="daytotal",
            name="facility",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="compliance.facility"
            ),
        ),
        migrations.AddField(
            model_name="daytotal",
            name="table",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"
            ),
        ),
        migrations.AddIndex(
            model_name="daytotal",
            index=models.Index(fields=["facility", "gaming_day"], name="days_by_facility"),
        ),
        migrations.AddConstraint(
            model_name="daytotal",
            constraint=models.UniqueConstraint(
                fields=("table", "gaming_day", "edition"), name="one_total_for_each_day"
            ),
        ),
    ]
