"""Fields of forms that Django has not."""

from typing import Any

from django import forms


class LinesField(forms.CharField):
    """Several words: one a line on a page, a list in the API."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        self.most = most
        super().__init__(widget=forms.Textarea(attrs={"rows": 4}), **kwargs)

    def to_python(self, value: Any) -> Any:
        words = value if isinstance(value, list) else str(value or "").split()
        return [word for word in map(str.strip, words) if word]

    def run_validators(self, value: Any) -> None:
        if len(value) > self.most:
            raise forms.ValidationError(f"Give at most {self.most} at once.", code="max_length")
        for word in value:
            super().run_validators(word)
