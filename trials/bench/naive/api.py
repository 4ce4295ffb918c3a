"""Define the one endpoint as the REST framework's guide does: nested serializers with an explicit `create`."""

from typing import Any, ClassVar

from django.db import transaction
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Round, Seat, Wager


class WagerSerializer(serializers.ModelSerializer[Wager]):
    class Meta:
        model = Wager
        fields: ClassVar = ["kind", "amount"]


class SeatSerializer(serializers.ModelSerializer[Seat]):
    wagers = WagerSerializer(many=True)

    class Meta:
        model = Seat
        fields: ClassVar = ["seat", "cards", "wagers"]


class RoundSerializer(serializers.ModelSerializer[Round]):
    seats = SeatSerializer(many=True)

    class Meta:
        model = Round
        fields: ClassVar = ["community", "stub", "seats"]

    @transaction.atomic
    def create(self, validated_data: dict[str, Any]) -> Round:
        placed = validated_data.pop("seats")
        round_ = Round.objects.create(**validated_data)
        seats = Seat.objects.bulk_create(
            Seat(round=round_, seat=place["seat"], cards=place["cards"]) for place in placed
        )
        Wager.objects.bulk_create(
            Wager(seat=seat, **wager) for seat, place in zip(seats, placed, strict=True) for wager in place["wagers"]
        )
        return round_


class Rounds(APIView):
    def post(self, request: Request, table: str) -> Response:
        serializer = RoundSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        round_ = serializer.save(table=table)
        return Response({"id": round_.pk}, status=201)


urlpatterns = [path("rounds/<str:table>/", Rounds.as_view())]
