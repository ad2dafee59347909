"""A bullet crosses a thin plate within one frame. Both ends of the frame are free, and yet it is caught.

Writes `caught_bullet.png`: the bullet's way from the side, and where and when it meets the plate.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Polygon

import interframe_ccd as ic

bullet, plate = ic.Body.cuboid([0.35, 0.12, 0.12]), ic.Body.cuboid([0.02, 1.2, 1.2])
flight = ic.Motion.from_turn([-3, -0.4, 0], [3, 0.6, 0], [0, 0, 7])
for t in (0, 1):
    assert ic.intersect(bullet, flight.pose_at(t), plate, ic.Pose()).verdict == ic.Verdict.SEPARATED

answer, certificate = ic.certify.time_of_impact(bullet, flight, plate, ic.Pose())
assert answer.verdict == ic.Verdict.HIT and ic.verify(certificate).verdict == "hit"
print(f"first contact between t = {answer.t_lo:.9f} and {answer.t_hi:.9f}, at {np.round(answer.point_b, 6)}")


def outline(body, pose):
    """The shadow of a box on the plane of x and y."""
    x, y, _ = np.abs(body.vertices).max(axis=0)
    corners = [[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]]
    return pose.transform(np.array(corners))[:, :2]


figure, axes = plt.subplots(figsize=(9, 4))
axes.add_patch(Polygon(outline(plate, ic.Pose()), color="0.4", label="the plate"))
for t in np.linspace(0, 1, 13):
    axes.add_patch(Polygon(outline(bullet, flight.pose_at(t)), fill=False, color="0.7"))
for t in (0, 1):
    label = "the ends of the frame: free" if t == 0 else None
    axes.add_patch(Polygon(outline(bullet, flight.pose_at(t)), alpha=0.4, color="tab:green", label=label))
axes.add_patch(Polygon(outline(bullet, flight.pose_at(answer.t_hi)), alpha=0.6, color="tab:red", label=f"t = {answer.t_hi:.4f}"))
axes.plot(*answer.point_b[:2], "k.", label="the contact")
axes.set(xlim=(-3.6, 3.6), ylim=(-1.4, 1.4), aspect="equal", xlabel="x", ylabel="y", title="A bullet in one frame")
axes.legend(loc="upper left", fontsize=8)
figure.tight_layout()
figure.savefig("caught_bullet.png", dpi=110)
