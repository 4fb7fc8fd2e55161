import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import type { Attempt } from '#domain/fiscal/attempt.ts'
import type { FiscalEnvironment } from '#domain/fiscal/environment.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import type { Cents } from '#domain/money/cents.ts'

/**
 * Where a fiscal identity was registered; its documents are sent only there. Both URLs come from
 * configuration.
 */
export type TraEndpoint = { baseUrl: string; verifyUrl: string; environment: FiscalEnvironment }

/** What identifies a device to the authority. The key is sealed at rest by the caller. */
export type DeviceIdentity = {
  tin: string
  certKey: string
  /** The exact header value: `certSerialHeader(hex)`, or what the authority gave for this device. */
  certSerialHeader: string
  privateKeyPem: string
}

/** The outcome of a call, in the terms of the delivery queue. */
export type TraOutcome<T> =
  | { kind: 'accepted'; value: T; signature: 'verified' | 'unverified'; attempt: Attempt }
  /** Non-zero ACKCODE; `refusal(code)` says what it asks of the queue. */
  | { kind: 'refused'; code: string; message: string; stopsDevice: boolean; attempt: Attempt }
  /** No usable answer: the document may or may not have arrived, so the identical bytes are sent again. */
  | {
      kind: 'unknown'
      reason: 'timeout' | 'network' | 'http' | 'unreadable'
      message: string
      retryAfterMs?: number
      attempt: Attempt
    }
  /** 401: the token is not (or no longer) good. `sendWithToken` handles it once. */
  | { kind: 'unauthorized'; attempt: Attempt }
  /** Sending again changes nothing until a person has corrected credentials, certificate or address. */
  | { kind: 'misconfigured'; code: string; message: string; attempt: Attempt }

/**
 * A bearer token and the command in its answer (field practice): 7 active, 8 blocked, 18 register again. A
 * command may come without a token; `accessToken` is then empty.
 */
export type Token = {
  accessToken: string
  expiresAtMs: number
  command: 7 | 8 | 18 | null
  commandMessage: string
}

export type TokenCredentials = { username: string; password: string; tokenPath: string }

export type SignedDocument = {
  device: DeviceIdentity
  routingKey: string
  accessToken: string
  /** The stored envelope, sent as it is. */
  signedBytes: string
}

export type Verification =
  | { kind: 'found'; totalIncludingTax: Cents; code: string; receipt: AuthorityReceipt }
  | { kind: 'not-found' }
  | { kind: 'unknown'; message: string }

/** The tax authority's virtual fiscal device interface. Every call answers with a value; none throws. */
export interface TraGateway {
  register(endpoint: TraEndpoint, device: DeviceIdentity): Promise<TraOutcome<Registration>>
  token(endpoint: TraEndpoint, credentials: TokenCredentials): Promise<TraOutcome<Token>>
  /** Date and time are the authority's and may differ from the receipt's: never use them for the QR code. */
  sendReceipt(
    endpoint: TraEndpoint,
    document: SignedDocument,
  ): Promise<TraOutcome<{ rctNum: string; date: string; time: string }>>
  sendZReport(endpoint: TraEndpoint, document: SignedDocument): Promise<TraOutcome<{ znumber: string }>>
  /** Looks a receipt up on the public portal. `time` is the signed time, `HH:MM:SS`. */
  verify(endpoint: TraEndpoint, rctvnum: string, time: string): Promise<Verification>
}
