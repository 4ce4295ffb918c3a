from compliance.admin import register_read_only

register_read_only("tables")
