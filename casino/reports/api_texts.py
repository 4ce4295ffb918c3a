"""API descriptions and examples of report fields."""

from compliance.api.openapi.field_docs import register_docs

_ROW = {"table": "CHP-01", "rounds": 118, "staked": "20415.00", "win": "1204.50", "hold": "5.90"}

register_docs(
    {
        "Report.url": ("/api/v1/reports/12/",),
        "shift": ("Swing", "The shift's name."),
        "Report.state": ("signed",),
        "digest": ("9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4",),
        "remark": ("The count of P2 was repeated", "A remark by the person who signed."),
        "signatures": (None, "Who signed, and what for."),
        "SignedLine.what": ("Signed", "What was signed."),
        "SignedLine.at": (None, "When it was signed."),
        "Issued.title": ("Swing, Saturday, March 7, 2026", "The report's title."),
        "Issued.facilities": (None, "The facilities that the figures cover."),
        "Issued.since": (None, "When the reported period begins."),
        "sheets": (None, "The report's sheets."),
        "ReportedFacility.code": ("CHP", "The facility's code."),
        "ReportedFacility.name": ("Chesapeake", "The casino's name."),
        "Sheet.key": ("tables", "The sheet's key, which never changes."),
        "Sheet.title": ("By table", "The sheet's title."),
        "columns": (None, "The columns, in display order."),
        "rows": ([_ROW],),
        "total": ({"table": None, "rounds": 118, "staked": "20415.00", "win": "1204.50", "hold": "5.90"},),
        "Sheet.note": ("Voided rounds are not counted.", "How to read the sheet; may be empty."),
        "Column.key": ("staked", "The key of the column's values in each row."),
        "Column.label": ("Wagered", "The column's heading."),
        "Column.kind": ("money",),
        "PitHandedOver.pit": ("P1",),
        "seen": ("3f1b8d0e9a7c6b5d",),
        "accepted_by": (None, "Who accepted the pit; null until it is handed over."),
        "accepted_at": (None, "When the pit was accepted; null until it is handed over."),
        "items": (None, "The pit's open items: as handed over, or current."),
        "HandOverForm.pit": ("P1", "The pit's code."),
        "HandOverForm.note": ("The shoe at CHP-04 sticks",),
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
