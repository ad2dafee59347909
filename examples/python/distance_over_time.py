"""The distance of two turning bodies over a frame, and the bounds that are proved of it.

Writes `distance_over_time.png`: samples of the distance, the proved lower bound over the whole frame, and the bracket of the
closest approach. No sample is below the bound.
"""

import matplotlib.pyplot as plt
import numpy as np

import interframe_ccd as ic

rng = np.random.default_rng(3)
a, b = ic.Body.hull(rng.normal(size=(30, 3)) * [1.5, 0.4, 0.4]), ic.Body.cuboid([0.3, 1.2, 0.3])
motion_a = ic.Motion.from_turn([-4, 0, 0], [4, 0.5, 0], [0, 0, 9])
motion_b = ic.Motion.from_turn([0, 7, 0], [0.5, 6.8, 0], [0, 2, 0])
near = ic.closest_approach(a, motion_a, b, motion_b)
assert near.verdict == ic.Verdict.SEPARATED

times = np.linspace(0, 1, 2001)
places = [m.pose_at(t) for m in (motion_a, motion_b) for t in times]
bodies = ic.Bodies([a, b], np.repeat([0, 1], len(times)))
pairs = np.column_stack([np.arange(len(times)), np.arange(len(times)) + len(times)])
sampled = ic.batch.distance(bodies, places, pairs)["separation"]
assert (sampled >= near.lower_bound).all()
print(f"proved: never nearer than {near.lower_bound:.9f}; the nearest of {len(times)} samples: {sampled.min():.9f}")
print(f"closest between t = {near.t_lo:.9f} and {near.t_hi:.9f}")

figure, (whole, zoomed) = plt.subplots(1, 2, figsize=(10, 4))
for axes in (whole, zoomed):
    axes.plot(times, sampled, label="sampled distance")
    axes.axhline(near.lower_bound, color="tab:red", linestyle="--", label="proved lower bound")
    axes.plot(near.t, near.distance, "ko", markersize=4, label="closest approach")
    axes.set(xlabel="t", ylabel="distance")
zoomed.set(xlim=(near.t - 0.03, near.t + 0.03), title="about the closest approach")
zoomed.set_ylim(near.distance - 0.01, sampled[np.abs(times - near.t) < 0.03].max())
whole.set_title("over the frame")
whole.legend(loc="upper center", fontsize=8)
figure.tight_layout()
figure.savefig("distance_over_time.png", dpi=110)
