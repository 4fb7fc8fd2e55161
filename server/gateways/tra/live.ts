import { createHash } from 'node:crypto'
import { instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '#domain/fiscal/attempt.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import { classifyAnswer, classifyFailure, type MakeAttempt } from './classify-answer.ts'
import { type ExchangeRequest, exchange } from './exchange.ts'
import type {
  DeviceIdentity,
  SignedDocument,
  Token,
  TokenCredentials,
  TraEndpoint,
  TraGateway,
  TraOutcome,
} from './gateway.ts'
import { createPortal } from './portal.ts'
import type { AnswerBlock, AnswerFields } from './read-answer.ts'
import { readRegistration } from './read-registration.ts'
import { envelope, signElement } from './sign.ts'
import { readCommand, readToken, tokenError, tokenForm } from './token.ts'
import { groupElement, textElement } from './xml.ts'

/** Milliseconds until a call is given up. The authority's servers are slow (field practice: 60 s, not 5). */
export type TraTimeouts = { documentMs: number; tokenMs: number; verifyMs: number }
export const DEFAULT_TIMEOUTS: TraTimeouts = { documentMs: 60_000, tokenMs: 30_000, verifyMs: 15_000 }

export type TraLogEntry = {
  call: 'register' | 'token' | 'receipt' | 'z-report'
  outcome: TraOutcome<unknown>['kind']
  attempt: Attempt
}

export type TraGatewayDeps = {
  clock: { now(): number }
  fetch?: typeof fetch
  timeouts?: Partial<TraTimeouts>
  /** The authority's certificate; with it, answers whose signature does not fit are no answers. */
  responseCertificatePem?: string | ((endpoint: TraEndpoint) => string | undefined)
  log?: (entry: TraLogEntry) => void
}

type XmlCall<T> = {
  call: TraLogEntry['call']
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  block: AnswerBlock
  read: (fields: AnswerFields) => T | { unusable: string }
}

/** The client of the authority's interface over HTTP; also what talks to the simulator. */
export function createTraGateway(deps: TraGatewayDeps): TraGateway {
  const fetchAnswer = deps.fetch ?? fetch
  const timeouts = { ...DEFAULT_TIMEOUTS, ...deps.timeouts }
  const now = () => deps.clock.now()

  const logged = <T>(call: TraLogEntry['call'], outcome: TraOutcome<T>): TraOutcome<T> => {
    deps.log?.({ call, outcome: outcome.kind, attempt: outcome.attempt })
    return outcome
  }

  const certificateFor = (endpoint: TraEndpoint): string | undefined =>
    typeof deps.responseCertificatePem === 'function'
      ? deps.responseCertificatePem(endpoint)
      : deps.responseCertificatePem

  async function postTo(
    endpoint: TraEndpoint,
    path: string,
    request: Omit<ExchangeRequest, 'url' | 'method'>,
  ) {
    const url = resolveUrl(endpoint, path)
    if (url === undefined) return { kind: 'invalid', message: 'the address is not an https address' } as const
    return exchange(fetchAnswer, { ...request, url, method: 'POST' })
  }

  async function callXml<T extends object>(endpoint: TraEndpoint, call: XmlCall<T>): Promise<TraOutcome<T>> {
    const makeAttempt = startAttempt(now, call.body)
    const answer = await postTo(endpoint, call.path, {
      headers: { 'Content-Type': 'application/xml', Client: 'webapi', ...call.headers },
      body: call.body,
      timeoutMs: timeouts.documentMs,
    })
    const expected = { block: call.block, read: call.read, certificatePem: certificateFor(endpoint) }
    return logged(call.call, classifyAnswer(answer, expected, makeAttempt, now()))
  }

  async function register(endpoint: TraEndpoint, device: DeviceIdentity): Promise<TraOutcome<Registration>> {
    const element = registrationElement(device)
    let body: string
    try {
      body = envelope(element, signElement(element, device.privateKeyPem))
    } catch {
      // The reason is not repeated: it may quote the key.
      const attempt = startAttempt(now, element)(null)
      const message = 'the private key of this device cannot sign'
      return logged('register', { kind: 'misconfigured', code: 'KEY_UNUSABLE', message, attempt })
    }
    const outcome = await callXml(endpoint, {
      call: 'register',
      path: 'api/vfdRegReq',
      headers: { 'Cert-Serial': device.certSerialHeader },
      body,
      block: 'EFDMSRESP',
      read: (fields) => readRegistration(fields, device),
    })
    return unauthorizedAsMisconfigured(outcome)
  }

  async function token(endpoint: TraEndpoint, credentials: TokenCredentials): Promise<TraOutcome<Token>> {
    const requestedAtMs = now()
    const makeAttempt = startAttempt(now, tokenForm(credentials.username, ''))
    const answer = await postTo(endpoint, credentials.tokenPath, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Client: 'webapi' },
      body: tokenForm(credentials.username, credentials.password),
      timeoutMs: timeouts.tokenMs,
    })
    if (answer.kind !== 'answered')
      return logged('token', requireFailure(classifyFailure(answer, makeAttempt, now())))
    const { command, commandMessage } = readCommand(answer.headers)
    const code = answer.headers.get('ackcode')?.trim()
    const ack = code ? { code, message: commandMessage } : undefined
    const attempt = makeAttempt(answer.status, ack)
    const read = answer.status === 200 ? readToken(answer.text, requestedAtMs) : undefined
    // A command to stop is obeyed even when no token comes with it.
    if (read !== undefined || command === 8 || command === 18) {
      const value = { ...(read ?? { accessToken: '', expiresAtMs: requestedAtMs }), command, commandMessage }
      return logged('token', { kind: 'accepted', value, signature: 'unverified', attempt })
    }
    const failure = classifyFailure(answer, () => attempt, now())
    if (failure === undefined) {
      const message = 'the answer holds no token'
      return logged('token', { kind: 'unknown', reason: 'unreadable', message, attempt })
    }
    const error = tokenError(answer.text)
    if (failure.kind !== 'misconfigured' || error === '')
      return logged('token', unauthorizedAsMisconfigured(failure))
    return logged('token', { ...failure, code: error })
  }

  return {
    register,
    token,
    sendReceipt: (endpoint, document) =>
      callXml(endpoint, {
        call: 'receipt',
        path: 'api/efdmsRctInfo',
        headers: documentHeaders(document),
        body: document.signedBytes,
        block: 'RCTACK',
        read: (fields): { rctNum: string; date: string; time: string } | { unusable: string } => {
          const rctNum = fields.text('RCTNUM')
          if (!sameNumber(document.signedBytes, 'RCTNUM', rctNum)) {
            return { unusable: 'the answer acknowledges another receipt' }
          }
          return { rctNum, date: fields.text('DATE'), time: fields.text('TIME') }
        },
      }),
    sendZReport: (endpoint, document) =>
      callXml(endpoint, {
        call: 'z-report',
        path: 'api/efdmszreport',
        headers: documentHeaders(document),
        body: document.signedBytes,
        block: 'ZACK',
        read: (fields): { znumber: string } | { unusable: string } => {
          const znumber = fields.text('ZNUMBER')
          if (!sameNumber(document.signedBytes, 'ZNUMBER', znumber)) {
            return { unusable: 'the answer acknowledges another day' }
          }
          return { znumber }
        },
      }),
    verify: createPortal({ fetch: fetchAnswer, timeoutMs: timeouts.verifyMs, now }),
  }
}

/** The element signed at registration, TIN first (TRA guide). */
export function registrationElement(device: Pick<DeviceIdentity, 'tin' | 'certKey'>): string {
  return groupElement('REGDATA', [textElement('TIN', device.tin), textElement('CERTKEY', device.certKey)])
}

function documentHeaders(document: SignedDocument): Record<string, string> {
  return {
    'Routing-Key': document.routingKey,
    'Cert-Serial': document.device.certSerialHeader,
    Authorization: `bearer ${document.accessToken}`,
  }
}

/** An acknowledgement without number is taken for ours; one with another number is not. */
function sameNumber(signedBytes: string, name: string, acknowledged: string): boolean {
  const sent = new RegExp(`<${name}>([^<]*)</${name}>`).exec(signedBytes)?.[1]
  return acknowledged === '' || sent === undefined || Number(acknowledged) === Number(sent)
}

/**
 * Only a simulator may be reached without TLS. The path is one the authority answered at registration, so it is
 * held to plain segments: credentials never follow it to another host.
 */
function resolveUrl(endpoint: TraEndpoint, path: string): string | undefined {
  const base = endpoint.baseUrl.replace(/\/+$/, '')
  const secure =
    base.startsWith('https://') || (endpoint.environment === 'simulator' && base.startsWith('http://'))
  const segments = path.split('/').filter((segment) => segment !== '')
  const plain = segments.length > 0 && segments.every((segment) => /^[A-Za-z0-9_-]+$/.test(segment))
  return secure && plain ? `${base}/${segments.join('/')}` : undefined
}

/** Starts the record of a call, to be completed when the answer has arrived. */
function startAttempt(now: () => number, body: string): MakeAttempt {
  const at = toInstant(now())
  const bytesSha256 = createHash('sha256').update(body, 'utf8').digest('hex')
  return (httpStatus, ack) => ({
    at,
    httpStatus,
    ackCode: ack?.code ?? null,
    ackMessage: ack?.message ?? null,
    bytesSha256,
    tookMs: Math.max(now() - instantMs(at), 0),
  })
}

/** Registration and token carry no token, so their 401 is about the credentials. */
function unauthorizedAsMisconfigured<T>(outcome: TraOutcome<T>): TraOutcome<T> {
  if (outcome.kind !== 'unauthorized') return outcome
  const message = 'the authority does not accept these credentials'
  return { kind: 'misconfigured', code: 'HTTP_401', message, attempt: outcome.attempt }
}

function requireFailure(failure: ReturnType<typeof classifyFailure>): TraOutcome<never> {
  if (failure === undefined) throw new Error('an exchange without answer was not judged a failure')
  return failure
}
