#include <cstdio>
#include <cstdlib>
#include "level.hpp"
#include "scene.hpp"
using namespace engine;
int main(int n, char**v){
  uint32_t bodies=n>1?atoi(v[1]):0, bullets=n>2?atoi(v[2]):0; int frames=n>3?atoi(v[3]):100; unsigned threads=n>4?atoi(v[4]):1;
  bool poses = n>5;
  try{
  physics p(poses?testing::end_poses:testing::swept, threads); scene s(p,bodies,bullets);
  auto start=p.bodies();
  double most=0;
  for(int f=0;f<frames;f++){
    s.fire(p,f);
    auto c0=p.counted();
    p.step();
    auto c=p.counted();
    double fastest=0; size_t out=0;
    for(size_t k=0;k<p.bodies().size();k++){auto&b=p.bodies()[k]; if(s.is_stack(k)) most=std::max(most,length(b.position-start[k].position)); if(!b.is_bullet) fastest=std::max(fastest,length(b.velocity)); out+=!is_in_room(b.position)&&p.shapes()[b.shape].inverse_mass>0;}
    if(f<5||f%20==0) printf("%d stack %.4f mm fastest %.3f out %zu pairs %zu swept %zu ric %zu und %zu | contacts %.2f solver %.2f frame %.2f ms\n",f,most*1e3,fastest,out,c.contact_pairs-c0.contact_pairs,c.swept_bodies-c0.swept_bodies,c.ricochets-c0.ricochets,c.undecided,1e3*(c.contacts_s-c0.contacts_s),1e3*(c.solver_s-c0.solver_s),1e3*(c.frame_s-c0.frame_s));
  }
  printf("hash %016lx\n", p.hash());
  }catch(const ifr::error&e){fprintf(stderr,"%s: %s\n",ifr::text(e.status()),e.what());return 1;}
}
