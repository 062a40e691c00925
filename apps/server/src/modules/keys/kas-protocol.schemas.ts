import { createFileRegistry, type DescMethodUnary, fromJson, type JsonObject } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, file_google_protobuf_struct } from '@bufbuild/protobuf/wkt';

// A description of the served part of OpenTDF's protocol. Field names and numbers are those of kas.proto,
// key_access_server_registry.proto and wellknown_configuration.proto. Fields that are neither read nor written are
// omitted, as protobuf allows.

interface FieldOptions {
  list?: boolean;
  /** The name of a message type of this file or of an imported one. */
  of?: string;
  bytes?: boolean;
  oneOf?: boolean;
}

function field(number: number, name: string, { list, of, bytes, oneOf }: FieldOptions = {}): JsonObject {
  return {
    name,
    number,
    jsonName: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    label: list ? 'LABEL_REPEATED' : 'LABEL_OPTIONAL',
    type: of ? 'TYPE_MESSAGE' : bytes ? 'TYPE_BYTES' : 'TYPE_STRING',
    ...(of ? { typeName: `.${of}` } : {}),
    ...(oneOf ? { oneofIndex: 0 } : {}),
  };
}

const method = (name: string, service: string, options: JsonObject = {}): JsonObject => ({
  name,
  inputType: `.${service}.${name}Request`,
  outputType: `.${service}.${name}Response`,
  options,
});

/** A call without side effects, which Connect also serves by GET. */
const reads: JsonObject = { idempotencyLevel: 'NO_SIDE_EFFECTS' };

const kas: JsonObject = {
  name: 'kas.proto',
  package: 'kas',
  syntax: 'proto3',
  dependency: ['google/protobuf/struct.proto'],
  messageType: [
    { name: 'PublicKeyRequest', field: [field(1, 'algorithm'), field(2, 'fmt'), field(3, 'v')] },
    { name: 'PublicKeyResponse', field: [field(1, 'public_key'), field(2, 'kid')] },
    { name: 'RewrapRequest', field: [field(1, 'signed_request_token')] },
    {
      name: 'KeyAccessRewrapResult',
      field: [
        field(1, 'metadata', { list: true, of: 'kas.KeyAccessRewrapResult.MetadataEntry' }),
        field(2, 'key_access_object_id'),
        field(3, 'status'),
        field(4, 'kas_wrapped_key', { bytes: true, oneOf: true }),
        field(5, 'error', { oneOf: true }),
      ],
      oneofDecl: [{ name: 'result' }],
      nestedType: [
        {
          name: 'MetadataEntry',
          field: [field(1, 'key'), field(2, 'value', { of: 'google.protobuf.Value' })],
          options: { mapEntry: true },
        },
      ],
    },
    {
      name: 'PolicyRewrapResult',
      field: [field(1, 'policy_id'), field(2, 'results', { list: true, of: 'kas.KeyAccessRewrapResult' })],
    },
    {
      name: 'RewrapResponse',
      field: [
        field(3, 'session_public_key'),
        field(5, 'responses', { list: true, of: 'kas.PolicyRewrapResult' }),
      ],
    },
  ],
  service: [{ name: 'AccessService', method: [method('PublicKey', 'kas', reads), method('Rewrap', 'kas')] }],
};

const registry: JsonObject = {
  name: 'key_access_server_registry.proto',
  package: 'policy.kasregistry',
  syntax: 'proto3',
  messageType: [
    { name: 'KeyAccessServer', field: [field(1, 'id'), field(2, 'uri'), field(20, 'name')] },
    { name: 'ListKeyAccessServersRequest' },
    {
      name: 'ListKeyAccessServersResponse',
      field: [field(1, 'key_access_servers', { list: true, of: 'policy.kasregistry.KeyAccessServer' })],
    },
  ],
  service: [
    {
      name: 'KeyAccessServerRegistryService',
      method: [method('ListKeyAccessServers', 'policy.kasregistry')],
    },
  ],
};

const wellKnown: JsonObject = {
  name: 'wellknown_configuration.proto',
  package: 'wellknownconfiguration',
  syntax: 'proto3',
  dependency: ['google/protobuf/struct.proto'],
  messageType: [
    { name: 'GetWellKnownConfigurationRequest' },
    {
      name: 'GetWellKnownConfigurationResponse',
      field: [field(1, 'configuration', { of: 'google.protobuf.Struct' })],
    },
  ],
  service: [
    {
      name: 'WellKnownService',
      method: [method('GetWellKnownConfiguration', 'wellknownconfiguration', reads)],
    },
  ],
};

function methodOf(file: JsonObject, service: string, name: string): DescMethodUnary {
  const files = createFileRegistry(fromJson(FileDescriptorProtoSchema, file), (dependency) =>
    dependency === file_google_protobuf_struct.proto.name ? file_google_protobuf_struct : undefined,
  );
  const found = files.getService(service)?.methods.find((one) => one.name === name);
  if (found?.methodKind !== 'unary') throw new TypeError(`${service} has no unary method ${name}`);
  return found as DescMethodUnary;
}

export const publicKeyMethod = methodOf(kas, 'kas.AccessService', 'PublicKey');
export const rewrapMethod = methodOf(kas, 'kas.AccessService', 'Rewrap');
export const listServersMethod = methodOf(
  registry,
  'policy.kasregistry.KeyAccessServerRegistryService',
  'ListKeyAccessServers',
);
export const wellKnownMethod = methodOf(
  wellKnown,
  'wellknownconfiguration.WellKnownService',
  'GetWellKnownConfiguration',
);
