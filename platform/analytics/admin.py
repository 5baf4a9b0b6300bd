from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from core.admin import read_only

# No date hierarchy: it would read every event to find the years there are.
told = "occurred_at name user path outcome subject quantity duration_ms"
read_only(Event, told, filters="name outcome hour_at", search="user__search path")
read_only(HourlyFigure, "hour_at name outcome count quantity duration_ms", filters="name hour_at")
read_only(PageDay, "day path views stays duration_ms", filters="path", date_hierarchy="day")
read_only(TimingDay, "day path timing step_ms count", filters="timing path day")
read_only(PersonDay, "day user sessions views duration_ms tasks accounts", filters="day", search="user__search")
read_only(RollUp, "rolled_until")
