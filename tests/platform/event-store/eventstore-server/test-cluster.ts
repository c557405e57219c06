import { createEventLog, type EventLog } from './event-log.ts';
import { gossip, shared } from './generated-code.ts';
import { type Cluster, type GrpcTestServer, startGrpcTestServer } from './grpc-test-server.ts';

/** Nodes with one log: what the leader has written all of them have at once, which the original does not promise. */
export type TestCluster = {
  /** The form for several nodes. */
  readonly url: string;
  readonly log: EventLog;
  leader(): GrpcTestServer;
  /** The leader is gone at once. Until `elect` the others still name it, as real ones do for a moment. */
  killLeader(): Promise<void>;
  /** The leader keeps its connections and says nothing any more, also not of the others. */
  hangLeader(): void;
  /** The next node leads. */
  elect(): void;
  stop(): Promise<void>;
};

export async function startTestCluster(size = 3): Promise<TestCluster> {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const nodes: GrpcTestServer[] = [];
  const dead = new Set<GrpcTestServer>();
  let leader = 0;
  let isKnownDead = true;

  const member = (node: GrpcTestServer) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
      .setState(node === nodes[leader] ? LEADER : FOLLOWER)
      .setIsAlive(!(dead.has(node) && isKnownDead))
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(node.port));

  const cluster: Cluster = {
    log: createEventLog(),
    leader: () => (isKnownDead ? nodes[leader]?.port : undefined),
    gossip: (_call, answer) => answer(null, new gossip.ClusterInfo().setMembersList(nodes.map(member))),
  };
  for (let node = 0; node < size; node++) nodes.push(await startGrpcTestServer(cluster));

  const leading = () => nodes[leader] as GrpcTestServer;
  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    log: cluster.log,
    leader: leading,
    async killLeader() {
      isKnownDead = false;
      dead.add(leading());
      await leading().stop();
    },
    hangLeader() {
      isKnownDead = false;
      dead.add(leading());
      leading().hang();
    },
    elect() {
      isKnownDead = true;
      leader = (leader + 1) % size;
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
