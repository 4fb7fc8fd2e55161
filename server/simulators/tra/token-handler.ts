import { timingSafeEqual } from 'node:crypto'
import { type Handler, outcome } from './handler.ts'
import { MIXED_ALPHANUMERIC, secretText, sha256Of } from './hashing.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import { nowOf, type SimulatorContext } from './simulator-context.ts'
import { answerJson } from './simulator-http.ts'

/**
 * POST /vfdtoken. A blocked device still gets a token: the authority's command is in the headers ACKCODE and
 * ACKMSG (field practice: 7 active, 8 blocked, 18 register again).
 */
export const handleToken: Handler = (context, request) => {
  const fields = new Map(
    [...new URLSearchParams(request.body.toString('utf8'))].map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  if (fields.get('grant_type') !== 'password') {
    return outcome(answerJson(400, { error: 'unsupported_grant_type' }), { detail: 'unsupported_grant_type' })
  }
  const device = findByCredentials(context, fields.get('username') ?? '', fields.get('password') ?? '')
  if (device === null) {
    return outcome(answerJson(400, { error: 'invalid_grant' }), { detail: 'invalid_grant' })
  }
  const { tokenLifetimeSeconds } = context.ledger.settings
  const token = secretText(
    context.identity.secret,
    `token ${device.certkey} ${nowOf(context)} ${context.ledger.receivedCount}`,
    MIXED_ALPHANUMERIC,
    512,
  )
  const expiresAtMs = nowOf(context) + tokenLifetimeSeconds * 1000
  const [ackCode, message] = commandFor(device)
  const reply = answerJson(200, {
    access_token: token,
    token_type: 'bearer',
    expires_in: Math.max(1, tokenLifetimeSeconds - 1),
  })
  if (!reply.drop) Object.assign(reply.headers, { ACKCODE: String(ackCode), ACKMSG: message })
  return outcome(reply, {
    entries: [{ kind: 'token-issued', certkey: device.certkey, token, expiresAtMs }],
    certkey: device.certkey,
    subject: device.certkey,
    ackCode,
  })
}

function commandFor(device: DeviceRecord): [number, string] {
  if (device.reRegister !== null) return [18, headerText(device.reRegister)]
  if (device.blocked !== null) return [8, headerText(device.blocked)]
  return [7, 'VFD is active']
}

/** A header can't carry line breaks or anything beyond Latin letters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}

function findByCredentials(
  context: SimulatorContext,
  username: string,
  password: string,
): DeviceRecord | null {
  for (const device of context.ledger.devices.values()) {
    if (device.registrations === 0 || device.username !== username) continue
    return sameText(device.password, password) ? device : null
  }
  return null
}

function sameText(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Of(Buffer.from(left))), Buffer.from(sha256Of(Buffer.from(right))))
}
