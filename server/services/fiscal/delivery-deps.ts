import type {
  SignedDocument,
  Token,
  TokenCredentials,
  TraEndpoint,
  TraGateway,
} from '../../gateways/tra/gateway.ts'
import {
  createSendWithToken,
  type SendWithToken,
  type TokenStore,
} from '../../gateways/tra/send-with-token.ts'
import type { FiscalIdentity } from '../../storage/fiscal/identities.ts'
import type { StoredReceipt } from '../../storage/fiscal/receipts.ts'
import type { Services } from '../context.ts'

/** What delivery needs: one for a process, so that its senders share tokens. */
export type DeliveryDeps = {
  readonly services: Services
  readonly tra: TraGateway
  /** The authority this process is configured for. */
  readonly endpoint: TraEndpoint
  /** The simulator at which the sandboxes of programs are registered; `null`: none are offered. */
  readonly sandbox: TraEndpoint | null
  readonly sendWithToken: SendWithToken
  tokenStoreOf(identityId: string): TokenStore
}

/** Called before each document: whether to continue; may wait before it answers. */
export type ShouldContinue = () => boolean | Promise<boolean>

/** Builds what delivery needs. Tokens are kept in memory only: another process asks for its own. */
export function createDeliveryDeps(
  services: Services,
  tra: TraGateway,
  endpoint: TraEndpoint,
  sandbox: TraEndpoint | null = null,
): DeliveryDeps {
  const tokens = new Map<string, Token>()
  return {
    services,
    tra,
    endpoint,
    sandbox,
    sendWithToken: createSendWithToken({ gateway: tra, clock: services.clock }),
    tokenStoreOf: (identityId) => ({
      find: async () => tokens.get(identityId) ?? null,
      upsert: async (token) => {
        tokens.set(identityId, token)
      },
      delete: async () => {
        tokens.delete(identityId)
      },
    }),
  }
}

/** Whether an identity was registered at this authority, in this environment. */
export function isAtEndpoint(
  identity: Pick<FiscalIdentity, 'baseUrl' | 'environment'>,
  endpoint: TraEndpoint,
): boolean {
  return identity.baseUrl === endpoint.baseUrl && identity.environment === endpoint.environment
}

/**
 * Where the documents of an identity go: only to the authority it was registered at, never from demo or test to live or
 * back (design D16, D20). `undefined` when this process talks to another one.
 */
export function findEndpointOf(deps: DeliveryDeps, identity: FiscalIdentity): TraEndpoint | undefined {
  return (
    [deps.endpoint, deps.sandbox].find((known) => known !== null && isAtEndpoint(identity, known)) ??
    undefined
  )
}

/** The same where nothing is begun for an identity of another authority. */
export function endpointOf(deps: DeliveryDeps, identity: FiscalIdentity): TraEndpoint {
  const endpoint = findEndpointOf(deps, identity)
  if (endpoint === undefined) throw new Error('the fiscal identity is registered elsewhere')
  return endpoint
}

export function isRegisteredAtEndpoint(deps: DeliveryDeps, identity: FiscalIdentity): boolean {
  return findEndpointOf(deps, identity) !== undefined
}

/** What a token is asked for with. */
export function credentialsOf(deps: DeliveryDeps, identity: FiscalIdentity): TokenCredentials {
  return {
    username: identity.registration.username,
    password: deps.services.encryption.decrypt(identity.encryptedPassword),
    tokenPath: identity.registration.tokenPath,
  }
}

/** A stored message, ready to be sent with a token, under the certificate it was signed with. */
export function documentOf(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  routingKey: string,
  { signedBytes, certSerialHeader }: Pick<StoredReceipt, 'signedBytes' | 'certSerialHeader'>,
): Omit<SignedDocument, 'accessToken'> {
  return {
    device: {
      tin: identity.tin,
      certKey: identity.certKey,
      certSerialHeader,
      privateKeyPem: deps.services.encryption.decrypt(identity.encryptedPrivateKey),
    },
    routingKey,
    signedBytes,
  }
}

const MINUTE_MS = 60_000
/** Longest pause between two attempts. */
const MAX_BACK_OFF_MS = 5 * MINUTE_MS

/** Milliseconds until the next attempt after `attempts` of them, at least what the authority asked for. */
export function backOffMs(attempts: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(MAX_BACK_OFF_MS, 1000 * 2 ** Math.min(attempts, 20)))
}
