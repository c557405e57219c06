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
export const featuresService = fromClient(
  '../generated/serverfeatures_grpc_pb',
) as typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb');
export const features = fromClient(
  '../generated/serverfeatures_pb',
) as typeof import('@eventstore/db-client/generated/serverfeatures_pb');
