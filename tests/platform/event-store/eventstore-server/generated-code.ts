import { createRequire } from 'node:module';

// The generated messages and services are CommonJS inside the client's package, which exports no names that
// an import could see; gRPC must be the very copy that the client uses.
const require = createRequire(import.meta.url);
const fromClient = createRequire(require.resolve('@eventstore/db-client'));

export const grpc = fromClient('@grpc/grpc-js') as typeof import('@grpc/grpc-js');
export const streamsService = fromClient(
  '../generated/streams_grpc_pb',
) as typeof import('@eventstore/db-client/generated/streams_grpc_pb');
export const streams = fromClient(
  '../generated/streams_pb',
) as typeof import('@eventstore/db-client/generated/streams_pb');
export const shared = fromClient(
  '../generated/shared_pb',
) as typeof import('@eventstore/db-client/generated/shared_pb');
export const gossipService = fromClient(
  '../generated/gossip_grpc_pb',
) as typeof import('@eventstore/db-client/generated/gossip_grpc_pb');
export const gossip = fromClient(
  '../generated/gossip_pb',
) as typeof import('@eventstore/db-client/generated/gossip_pb');
export const status = fromClient(
  '../generated/status_pb',
) as typeof import('@eventstore/db-client/generated/status_pb');
export const wellKnown = {
  ...(fromClient(
    'google-protobuf/google/protobuf/any_pb',
  ) as typeof import('google-protobuf/google/protobuf/any_pb')),
  ...(fromClient(
    'google-protobuf/google/protobuf/empty_pb',
  ) as typeof import('google-protobuf/google/protobuf/empty_pb')),
};
