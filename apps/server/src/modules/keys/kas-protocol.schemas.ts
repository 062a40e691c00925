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

function createField(
  number: number,
  name: string,
  { list, of, bytes, oneOf }: FieldOptions = {},
): JsonObject {
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

const createMethod = (name: string, service: string, options: JsonObject = {}): JsonObject => ({
  name,
  inputType: `.${service}.${name}Request`,
  outputType: `.${service}.${name}Response`,
  options,
});

/** A call without side effects, which Connect also serves by GET. */
const noSideEffects: JsonObject = { idempotencyLevel: 'NO_SIDE_EFFECTS' };

const kas: JsonObject = {
  name: 'kas.proto',
  package: 'kas',
  syntax: 'proto3',
  dependency: ['google/protobuf/struct.proto'],
  messageType: [
    {
      name: 'PublicKeyRequest',
      field: [createField(1, 'algorithm'), createField(2, 'fmt'), createField(3, 'v')],
    },
    { name: 'PublicKeyResponse', field: [createField(1, 'public_key'), createField(2, 'kid')] },
    { name: 'RewrapRequest', field: [createField(1, 'signed_request_token')] },
    {
      name: 'KeyAccessRewrapResult',
      field: [
        createField(1, 'metadata', { list: true, of: 'kas.KeyAccessRewrapResult.MetadataEntry' }),
        createField(2, 'key_access_object_id'),
        createField(3, 'status'),
        createField(4, 'kas_wrapped_key', { bytes: true, oneOf: true }),
        createField(5, 'error', { oneOf: true }),
      ],
      oneofDecl: [{ name: 'result' }],
      nestedType: [
        {
          name: 'MetadataEntry',
          field: [createField(1, 'key'), createField(2, 'value', { of: 'google.protobuf.Value' })],
          options: { mapEntry: true },
        },
      ],
    },
    {
      name: 'PolicyRewrapResult',
      field: [
        createField(1, 'policy_id'),
        createField(2, 'results', { list: true, of: 'kas.KeyAccessRewrapResult' }),
      ],
    },
    {
      name: 'RewrapResponse',
      field: [
        createField(3, 'session_public_key'),
        createField(5, 'responses', { list: true, of: 'kas.PolicyRewrapResult' }),
      ],
    },
  ],
  service: [
    {
      name: 'AccessService',
      method: [createMethod('PublicKey', 'kas', noSideEffects), createMethod('Rewrap', 'kas')],
    },
  ],
};

const registry: JsonObject = {
  name: 'key_access_server_registry.proto',
  package: 'policy.kasregistry',
  syntax: 'proto3',
  messageType: [
    {
      name: 'KeyAccessServer',
      field: [createField(1, 'id'), createField(2, 'uri'), createField(20, 'name')],
    },
    { name: 'ListKeyAccessServersRequest' },
    {
      name: 'ListKeyAccessServersResponse',
      field: [createField(1, 'key_access_servers', { list: true, of: 'policy.kasregistry.KeyAccessServer' })],
    },
  ],
  service: [
    {
      name: 'KeyAccessServerRegistryService',
      method: [createMethod('ListKeyAccessServers', 'policy.kasregistry')],
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
      field: [createField(1, 'configuration', { of: 'google.protobuf.Struct' })],
    },
  ],
  service: [
    {
      name: 'WellKnownService',
      method: [createMethod('GetWellKnownConfiguration', 'wellknownconfiguration', noSideEffects)],
    },
  ],
};

function requireMethod(file: JsonObject, service: string, name: string): DescMethodUnary {
  const files = createFileRegistry(fromJson(FileDescriptorProtoSchema, file), (dependency) =>
    dependency === file_google_protobuf_struct.proto.name ? file_google_protobuf_struct : undefined,
  );
  const found = files.getService(service)?.methods.find((one) => one.name === name);
  if (found?.methodKind !== 'unary') throw new TypeError(`${service} has no unary method ${name}`);
  return found as DescMethodUnary;
}

export const publicKeyMethod = requireMethod(kas, 'kas.AccessService', 'PublicKey');
export const rewrapMethod = requireMethod(kas, 'kas.AccessService', 'Rewrap');
export const listServersMethod = requireMethod(
  registry,
  'policy.kasregistry.KeyAccessServerRegistryService',
  'ListKeyAccessServers',
);
export const wellKnownMethod = requireMethod(
  wellKnown,
  'wellknownconfiguration.WellKnownService',
  'GetWellKnownConfiguration',
);
