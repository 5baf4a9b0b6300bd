MIN_POINTS, MAX_POINTS = 0, 100
START_POINTS = 50  # product: loyalty.points
MAX_CHANGE = 100  # 'change -100..100'


def clamp(points: int) -> int:
    return max(MIN_POINTS, min(MAX_POINTS, points))
