use interframe::*;
use nalgebra::*;
use std::time::Instant;
struct R(u64);
impl R {
    fn u(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
    fn n(&mut self) -> f64 {
        self.u() * 2. - 1.
    }
    fn v(&mut self) -> Vector3<f64> {
        loop {
            let v = Vector3::new(self.n(), self.n(), self.n());
            if v.norm() < 1. && v.norm() > 0.01 {
                return v;
            }
        }
    }
    fn q(&mut self) -> UnitQuaternion<f64> {
        let q = Quaternion::new(self.n(), self.n(), self.n(), self.n());
        UnitQuaternion::from_quaternion(q)
    }
}
fn sphere(n: usize) -> Vec<Vector3<f64>> {
    let g = (1.0 + 5f64.sqrt()) / 2.;
    (0..n)
        .map(|i| {
            let z = 1. - (2 * i + 1) as f64 / n as f64;
            let r = (1. - z * z).sqrt();
            let t = 2. * std::f64::consts::PI * (i as f64 / g);
            Vector3::new(r * t.cos(), r * t.sin(), z)
        })
        .collect()
}
fn boxx(h: [f64; 3]) -> Vec<Vector3<f64>> {
    (0..8)
        .map(|i| {
            Vector3::new(
                if i & 1 == 0 { -h[0] } else { h[0] },
                if i & 2 == 0 { -h[1] } else { h[1] },
                if i & 4 == 0 { -h[2] } else { h[2] },
            )
        })
        .collect()
}
type PS = parry3d_f64::shape::ConvexPolyhedron;
type PV = parry3d_f64::math::Vector;
fn pp(i: &Isometry3<f64>) -> parry3d_f64::math::Pose {
    let t = i.translation.vector;
    let q = i.rotation;
    parry3d_f64::math::Pose::from_parts(
        PV::new(t.x, t.y, t.z),
        parry3d_f64::glamx::DQuat::from_xyzw(q.i, q.j, q.k, q.w),
    )
}
fn med(mut v: Vec<f64>) -> f64 {
    v.sort_by(|a, b| a.total_cmp(b));
    v[v.len() / 2]
}
fn main() {
    let what = std::env::args().nth(1).unwrap_or("all".into());
    let s = Settings::default();
    let parry = std::env::var("NOPARRY").is_err();
    println!(
        "{:12} {:>8} {:>8} {:>6} | {:>8} {:>8} {:>6} | {:>8} {:>8} {:>6}|it cold coh frac(state)",
        "body", "cold", "parry", "ratio", "coher", "parry", "ratio", "last5", "parry", "ratio"
    );
    for (name, pts) in [
        ("box8", boxx([0.5, 0.5, 0.5])),
        ("20", sphere(20)),
        ("66", sphere(66)),
        ("264", sphere(264)),
        ("1026", sphere(1026)),
        ("4098", sphere(4098)),
        ("box118", boxx([0.25, 0.25, 2.])),
        (
            "ell264",
            sphere(264)
                .iter()
                .map(|p| Vector3::new(p.x * 0.25, p.y * 0.25, p.z * 2.))
                .collect(),
        ),
    ] {
        if what != "all" && what != name {
            continue;
        }
        let mut r = R(7);
        let body = Polytope::new(&pts).unwrap();
        let rad = pts.iter().map(|p| p.norm()).fold(0., f64::max);
        let ps = PS::from_convex_hull(
            &pts.iter()
                .map(|p| PV::new(p.x, p.y, p.z))
                .collect::<Vec<_>>(),
        )
        .unwrap();
        // cold pairs 50% hits
        let n = 2000;
        let mut cold = vec![];
        let mut hits = 0;
        while cold.len() < n {
            let d = r.v().normalize() * rad * (2.2 * r.u());
            let a = Isometry3::from_parts(Vector3::zeros().into(), r.q());
            let b = Isometry3::from_parts(d.into(), r.q());
            let h = intersect(
                &body,
                &Pose::try_from(&a).unwrap(),
                &body,
                &Pose::try_from(&b).unwrap(),
                &mut PairState::default(),
                &s,
            )
            .verdict
                == Verdict::Hit;
            if h && hits * 2 >= n {
                continue;
            }
            if !h && (cold.len() - hits) * 2 >= n {
                continue;
            }
            if h {
                hits += 1
            };
            cold.push((a, b));
        }
        let pcold: Vec<_> = cold.iter().map(|(a, b)| (pp(a), pp(b))).collect();
        let mut it = 0u64;
        let (mut t1, mut t2) = (vec![], vec![]);
        for _ in 0..std::env::var("REPS").ok().map_or(9, |x| x.parse().unwrap()) {
            let t = Instant::now();
            for (a, b) in &cold {
                let x = intersect(
                    &body,
                    &Pose::try_from(a).unwrap(),
                    &body,
                    &Pose::try_from(b).unwrap(),
                    &mut PairState::default(),
                    &s,
                );
                it += x.iterations as u64;
                std::hint::black_box(&x);
            }
            t1.push(t.elapsed().as_nanos() as f64 / n as f64);
            if parry {
                let t = Instant::now();
                for (a, b) in &pcold {
                    std::hint::black_box(
                        parry3d_f64::query::intersection_test(a, &ps, b, &ps).unwrap(),
                    );
                }
                t2.push(t.elapsed().as_nanos() as f64 / n as f64);
            } else {
                t2.push(0.)
            }
        }
        let (c1, c2) = (med(t1), med(t2));
        if std::env::var("COLDONLY").is_ok() {
            println!("{} {} {}", name, c1, c2);
            continue;
        }
        // approaches
        let ang: f64 = std::env::var("ANG")
            .ok()
            .map(|x| x.parse().unwrap())
            .unwrap_or(10.0);
        let mut seqs = vec![];
        let mut frames = 0;
        for _ in 0..60 {
            let dir = r.v().normalize();
            let mut qa = r.q();
            let mut qb = r.q();
            let wa = r.v() * ang.to_radians();
            let wb = r.v() * ang.to_radians();
            let mut dist = rad * 2. + 0.5;
            let mut seq = vec![];
            let off = r.v() * 0.3 * rad;
            loop {
                let a = Isometry3::from_parts(Vector3::zeros().into(), qa);
                let b = Isometry3::from_parts((dir * dist + off).into(), qb);
                seq.push((a, b));
                let h = intersect(
                    &body,
                    &Pose::try_from(&a).unwrap(),
                    &body,
                    &Pose::try_from(&b).unwrap(),
                    &mut PairState::default(),
                    &s,
                )
                .verdict
                    == Verdict::Hit;
                if h || dist < -rad * 2. {
                    break;
                }
                dist -= 0.02;
                qa = UnitQuaternion::from_scaled_axis(wa) * qa;
                qb = UnitQuaternion::from_scaled_axis(wb) * qb;
            }
            frames += seq.len();
            seqs.push(seq);
        }
        let pseqs: Vec<Vec<_>> = seqs
            .iter()
            .map(|q| q.iter().map(|(a, b)| (pp(a), pp(b))).collect())
            .collect();
        let mut itc = 0u64;
        let mut st = [0u64; 4];
        let (mut t1, mut t2) = (vec![], vec![]);
        for rep in 0..9 {
            let t = Instant::now();
            for q in &seqs {
                let mut state = PairState::default();
                for (a, b) in q {
                    let x = intersect(
                        &body,
                        &Pose::try_from(a).unwrap(),
                        &body,
                        &Pose::try_from(b).unwrap(),
                        &mut state,
                        &s,
                    );
                    if rep == 0 {
                        itc += x.iterations as u64;
                        st[x.decided_by as usize] += 1;
                    }
                    std::hint::black_box(&x);
                }
            }
            t1.push(t.elapsed().as_nanos() as f64 / frames as f64);
            if parry {
                let t = Instant::now();
                for q in &pseqs {
                    for (a, b) in q {
                        std::hint::black_box(
                            parry3d_f64::query::intersection_test(a, &ps, b, &ps).unwrap(),
                        );
                    }
                }
                t2.push(t.elapsed().as_nanos() as f64 / frames as f64);
            } else {
                t2.push(0.)
            }
        }
        let (h1, h2) = (med(t1), med(t2));
        // last five before contact
        let mut warm: Vec<PairState> = vec![];
        let mut l5 = vec![];
        let mut pl5 = vec![];
        let mut it5 = 0u64;
        let mut st5 = 0;
        for (q, pq) in seqs.iter().zip(&pseqs) {
            if q.len() < 8 {
                continue;
            }
            let mut state = PairState::default();
            let e = q.len() - 1;
            for (a, b) in &q[..e - 5] {
                intersect(
                    &body,
                    &Pose::try_from(a).unwrap(),
                    &body,
                    &Pose::try_from(b).unwrap(),
                    &mut state,
                    &s,
                );
            }
            warm.push(state);
            l5.push(&q[e - 5..e]);
            pl5.push(&pq[e - 5..e]);
            for (a, b) in &q[e - 5..e] {
                let x = intersect(
                    &body,
                    &Pose::try_from(a).unwrap(),
                    &body,
                    &Pose::try_from(b).unwrap(),
                    &mut state,
                    &s,
                );
                it5 += x.iterations as u64;
                if x.decided_by == DecidedBy::State {
                    st5 += 1
                }
            }
        }
        let n5 = (l5.len() * 5) as f64;
        let (mut t1, mut t2) = (vec![], vec![]);
        for _ in 0..21 {
            let t = Instant::now();
            for (q, w) in l5.iter().zip(&warm) {
                let mut state = *w;
                for (a, b) in *q {
                    std::hint::black_box(intersect(
                        &body,
                        &Pose::try_from(a).unwrap(),
                        &body,
                        &Pose::try_from(b).unwrap(),
                        &mut state,
                        &s,
                    ));
                }
            }
            t1.push(t.elapsed().as_nanos() as f64 / n5);
            if parry {
                let t = Instant::now();
                for q in &pl5 {
                    for (a, b) in *q {
                        std::hint::black_box(
                            parry3d_f64::query::intersection_test(a, &ps, b, &ps).unwrap(),
                        );
                    }
                }
                t2.push(t.elapsed().as_nanos() as f64 / n5);
            } else {
                t2.push(0.)
            }
        }
        let (g1, g2) = (med(t1), med(t2));
        println!(
            "{:12} {:8.0} {:8.0} {:6.2} | {:8.0} {:8.0} {:6.2} | {:8.0} {:8.0} {:6.2}| {:.2} {:.2} {:.2}; l5 {:.2} {:.2}",
            name,
            c1,
            c2,
            c2 / c1,
            h1,
            h2,
            h2 / h1,
            g1,
            g2,
            g2 / g1,
            it as f64 / 9. / n as f64,
            itc as f64 / frames as f64,
            st[1] as f64 / frames as f64,
            it5 as f64 / n5,
            st5 as f64 / n5
        );
    }
}
