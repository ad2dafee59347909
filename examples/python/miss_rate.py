"""How many contacts do you miss if you test samples of a frame? Proved times of impact say what there was to find.

Writes `miss_rate.png`: the share of contacts of fast boxes with thin plates that tests at 2 to 64 times of the frame miss.
"""

import matplotlib.pyplot as plt
import numpy as np

import interframe_ccd as ic

COUNT = 4000
rng = np.random.default_rng(5)
thin = [0.2, 0.05, 0.0125]
samples = [2, 4, 8, 16, 32, 64]
bullet = ic.Body.cuboid([0.05, 0.05, 0.05])

figure, axes = plt.subplots(figsize=(6.5, 4))
for thickness in thin:
    plate = ic.Body.cuboid([thickness / 2, 1, 1])
    bodies = ic.Bodies([bullet, plate], np.repeat([0, 1], [COUNT, 1]))
    starts = np.column_stack([rng.uniform(-3, -1, COUNT), rng.uniform(-1.2, 1.2, (COUNT, 2))])
    travel = np.column_stack([rng.uniform(2, 6, COUNT), rng.normal(0, 0.3, (COUNT, 2))])
    ends = np.vstack([starts + travel, [0, 0, 0]])
    motions = ic.Motions.from_turns(np.vstack([starts, [0, 0, 0]]), ends, np.vstack([rng.normal(0, 5, (COUNT, 3)), [0, 0, 0]]))
    pairs = np.column_stack([np.arange(COUNT), np.full(COUNT, COUNT)])
    proved = ic.batch.time_of_impact(bodies, motions, pairs)["verdict"] == ic.Verdict.HIT
    missed = []
    for count in samples:
        seen = np.zeros(COUNT, bool)
        for t in np.linspace(0, 1, count):
            poses = [motions[k].pose_at(t) for k in range(COUNT + 1)]
            seen |= ic.batch.intersect(bodies, poses, pairs)["verdict"] == ic.Verdict.HIT
        missed.append(100 * (1 - (seen & proved).sum() / proved.sum()))
    print(f"plate of {thickness}: {proved.sum()} contacts; missed, in percent:", *(f"{m:.1f}" for m in missed))
    axes.plot(samples, missed, "o-", label=f"plate of thickness {thickness}")
axes.axhline(0, color="tab:red", linestyle="--", label="time_of_impact")
axes.set(xscale="log", xlabel="tests in a frame", ylabel="missed contacts, %", title="What tests at poses miss")
axes.set_xticks(samples, samples)
axes.minorticks_off()
axes.legend(fontsize=8)
figure.tight_layout()
figure.savefig("miss_rate.png", dpi=110)
