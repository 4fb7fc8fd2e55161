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
  type TokenShelf,
} from '../../gateways/tra/send-with-token.ts'
import type { FiscalIdentity } from '../../storage/fiscal-identities.ts'
import type { Services } from '../context.ts'

/** What delivery needs: one for a process, so that its senders share tokens. */
export type DeliveryDeps = {
  readonly services: Services
  readonly tra: TraGateway
  /** The authority this process is configured for. */
  readonly endpoint: TraEndpoint
  readonly sendWithToken: SendWithToken
  shelfOf(identityId: string): TokenShelf
}

/** Asked before each document: whether to go on; may take its time to answer. */
export type GoOn = () => boolean | Promise<boolean>

/** Builds what delivery needs. Tokens are kept in memory only: another process asks for its own. */
export function createDelivery(services: Services, tra: TraGateway, endpoint: TraEndpoint): DeliveryDeps {
  const tokens = new Map<string, Token>()
  return {
    services,
    tra,
    endpoint,
    sendWithToken: createSendWithToken({ gateway: tra, clock: services.clock }),
    shelfOf: (identityId) => ({
      read: async () => tokens.get(identityId) ?? null,
      keep: async (token) => {
        tokens.set(identityId, token)
      },
      drop: async () => {
        tokens.delete(identityId)
      },
    }),
  }
}

/** Documents of an identity go only to the authority it was registered at, never from demo to real or back. */
export function mayReach(deps: DeliveryDeps, identity: FiscalIdentity): boolean {
  const { baseUrl, simulated } = deps.endpoint
  return identity.baseUrl === baseUrl && identity.simulated === simulated
}

/** What a token is asked for with. */
export function credentialsOf(deps: DeliveryDeps, identity: FiscalIdentity): TokenCredentials {
  return {
    username: identity.registration.username,
    password: deps.services.sealer.open(identity.sealedPassword),
    tokenPath: identity.registration.tokenPath,
  }
}

/** A stored message, ready to be sent with a token. */
export function documentOf(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  routingKey: string,
  signedBytes: string,
): Omit<SignedDocument, 'accessToken'> {
  return {
    device: {
      tin: identity.tin,
      certKey: identity.certKey,
      certSerialHeader: identity.certSerialHeader,
      privateKeyPem: deps.services.sealer.open(identity.sealedPrivateKey),
    },
    routingKey,
    signedBytes,
  }
}

const MINUTE_MS = 60_000
/** Longest pause between two attempts. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS

/** Milliseconds until the next attempt after `attempts` of them, at least what the authority asked for. */
export function backOffMs(attempts: number, askedMs = 0): number {
  return Math.max(askedMs, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(attempts, 20)))
}
