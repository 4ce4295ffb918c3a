"""Words of the API's description for reports."""

from compliance.api.openapi.field_docs import register_docs

_ROW = {"table": "CHP-01", "rounds": 118, "staked": "20415.00", "win": "1204.50", "hold": "5.90"}

register_docs(
    {
        "Report.url": ("/api/v1/reports/12/",),
        "shift": ("Swing", "The shift's name."),
        "Report.state": ("signed",),
        "digest": ("9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4",),
        "remark": ("The count of P2 was repeated", "What whoever signed it said with it."),
        "signatures": (None, "Who signed what."),
        "SignedLine.what": ("Signed", "What was signed."),
        "SignedLine.at": (None, "When it was signed."),
        "Issued.title": ("Swing, Saturday 7 March 2026", "What the report is of."),
        "Issued.facilities": (None, "Whose figures they are."),
        "Issued.since": (None, "From when on."),
        "sheets": (None, "Its tables."),
        "ReportedFacility.code": ("CHP", "The facility's code."),
        "ReportedFacility.name": ("Chesapeake", "The casino's name."),
        "Sheet.key": ("tables", "What programs tell sheets apart by."),
        "Sheet.title": ("By table", "What it is called."),
        "columns": (None, "Its columns, in the order in which people read them."),
        "rows": ([_ROW],),
        "total": ({"table": None, "rounds": 118, "staked": "20415.00", "win": "1204.50", "hold": "5.90"},),
        "Sheet.note": ("Voided rounds count for nothing.", "What to know when reading it; empty if nothing."),
        "Column.key": ("staked", "Under which its values stand in rows."),
        "Column.label": ("Staked", "What stands above it."),
        "Column.kind": ("money",),
        "PitHandedOver.pit": ("P1",),
        "seen": ("3f1b8d0e9a7c6b5d",),
        "accepted_by": (None, "Who took the pit over; null until then."),
        "accepted_at": (None, "When the pit was taken over; null until then."),
        "items": (None, "What is open in it: as it was handed over, or as it is now."),
        "HandOverForm.pit": ("P1", "The pit's code."),
        "HandOverForm.note": ("The shoe of CHP-04 sticks",),
        "handed_over": (["P1"],),
        "win": ("1204.50",),
        "File.name": ("report-a4.pdf",),
        "File.label": ("PDF, A4",),
        "File.type": ("application/pdf",),
        "File.url": ("/api/v1/reports/12/files/report-a4.pdf",),
        "from": ("2026-03-01",),
        "until": ("2026-03-31",),
        "span": ("month",),
        "day": ("2026-03-07",),
    }
)
