"""A ball bounces on a floor: contacts as events of SciPy's `solve_ivp`, beside the closed form.

Writes `bouncing_ball.png`: the height over time, and the error of each bounce.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp

import interframe_ccd as ic

GRAVITY, HEIGHT, RESTITUTION, END = 9.81, 2.0, 0.8, 5.0
world = ic.World()
world.add(ic.Body.cuboid([5, 5, 1]), [0, 0, -1], mobility="static")
ball = world.add(ic.Body.sphere(0.5), [0, 0, HEIGHT + 0.5])


def place(t, y):
    world.teleport(ball, [0, 0, y[0]])


events = ic.ContactEvents(slots=1, hysteresis=1e-12)
events.select(world)
t, y = 0.0, np.array([HEIGHT + 0.5, 0.0])
times, heights, bounces = [], [], []
while t < END:
    solution = solve_ivp(
        lambda t, y: [y[1], -GRAVITY], (t, END), y, rtol=1e-12, atol=1e-13,
        max_step=0.05, events=events.functions(world, place),
    )  # fmt: skip
    times += [*solution.t]
    heights += [*solution.y[0]]
    t, y, crossed = solution.t[-1], solution.y[:, -1], events.crossed(solution)
    if crossed:
        place(t, y)
        if y[1] < 0:
            bounces.append(t)
            y = np.array([y[0], -RESTITUTION * y[1]])
        events.select_after(world, crossed)

fall = np.sqrt(2 * HEIGHT / GRAVITY)
flights = 2 * fall * RESTITUTION ** np.arange(1, len(bounces))
wanted = fall + np.concatenate([[0], np.cumsum(flights)])
errors = np.abs(bounces - wanted)
print(f"{len(bounces)} bounces; the largest error of a time is {errors.max():.1e}")
assert errors.max() < 1e-8

figure, (above, below) = plt.subplots(2, 1, figsize=(7, 5.5))
above.plot(times, heights)
above.plot(bounces, np.full(len(bounces), 0.5), "r.", label="events")
above.set(xlabel="t", ylabel="height of the center", title="A ball that loses a fifth of its speed")
above.legend()
below.semilogy(np.arange(1, len(bounces) + 1), np.maximum(errors, 1e-17), "o-")
below.set(xlabel="bounce", ylabel="error of its time")
figure.tight_layout()
figure.savefig("bouncing_ball.png", dpi=110)
