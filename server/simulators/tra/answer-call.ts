import { setTimeout as wait } from 'node:timers/promises'
import type { Acknowledgement, Door, Outcome } from './door.ts'
import { outcome } from './door.ts'
import type { Fault } from './faults.ts'
import { deviceOfCertSerial } from './identify-sender.ts'
import type { ApiCall, ReceivedRecord } from './ledger-entries.ts'
import { takeReceipt } from './receipt-door.ts'
import { registerDevice } from './registration-door.ts'
import { sha256Of } from './sha256-of.ts'
import { signedAnswer, writeElement } from './signed-answer.ts'
import { answer, answerServerError, DROPPED, type SimAnswer, type SimRequest } from './sim-http.ts'
import { issueToken } from './token-door.ts'
import { nowOf, record, type World } from './world.ts'
import { takeZReport } from './z-report-door.ts'

const DOORS: Record<ApiCall, Door> = {
  registration: registerDevice,
  token: issueToken,
  receipt: takeReceipt,
  'z-report': takeZReport,
}

/** One call of the authority's interface, faults included. Answers only when what it changed is on the disk. */
export async function answerCall(world: World, call: ApiCall, request: SimRequest): Promise<SimAnswer> {
  const hinted = deviceOfCertSerial(world, request)?.certkey ?? userOf(world, call, request)
  const faults = world.faults.forRequest(call, hinted, world.ledger.settings)
  const delay = faults.take('delay')
  if (delay !== null) await wait(delay.ms, undefined, { signal: world.stopping })

  const early = faults.take('arrive')
  const decided =
    early === null
      ? DOORS[call](world, request, faults)
      : outcome(instead(early), { certkey: hinted, detail: 'not processed' })
  const late = early === null && isProcessed(decided.reply) ? faults.take('answer') : null
  const reply = finish(world, decided.reply, late)
  const fault = [delay, early, late].filter((struck) => struck !== null).map((struck) => struck.kind)
  const received = describeCall(world, call, request, decided, reply, fault.join('+') || null)
  await record(world, [...decided.entries, { kind: 'received', received }])
  world.log({ event: `tra-simulator.${call}`, ...received, body: undefined })
  return reply
}

function isProcessed(reply: Outcome['reply']): boolean {
  return 'tag' in reply || (!reply.drop && reply.status === 200)
}

function finish(world: World, reply: Outcome['reply'], late: Fault | null): SimAnswer {
  if (late === null) return 'tag' in reply ? sign(world, reply) : reply
  if (late.kind === 'empty-ackcode' && 'tag' in reply) return sign(world, withoutAckCode(reply))
  if (late.kind === 'bad-signature' && 'tag' in reply) return withForeignSignature(sign(world, reply))
  return late.kind === 'empty-ackcode' || late.kind === 'bad-signature'
    ? finish(world, reply, null)
    : instead(late)
}

function sign(world: World, { tag, parts }: Acknowledgement): SimAnswer {
  return signedAnswer(world, writeElement(tag, parts))
}

function withoutAckCode({ tag, parts }: Acknowledgement): Acknowledgement {
  return { tag, parts: parts.map(([name, value]) => [name, name === 'ACKCODE' ? '' : value] as const) }
}

function withForeignSignature(reply: SimAnswer): SimAnswer {
  if (reply.drop) return reply
  return {
    ...reply,
    body: reply.body.replace(
      /(<EFDMSSIGNATURE>)(.)/,
      (_, tag, first) => `${tag}${first === 'A' ? 'B' : 'A'}`,
    ),
  }
}

/** What comes instead of the proper answer. */
function instead(fault: Fault): SimAnswer {
  if (fault.kind === 'status') return answerServerError(fault.status, 'An error has occurred.')
  if (fault.kind === 'html') {
    return answer(
      200,
      'text/html; charset=utf-8',
      '<!doctype html><title>Maintenance</title><h1>Service unavailable</h1>',
    )
  }
  return DROPPED
}

function describeCall(
  world: World,
  call: ApiCall,
  request: SimRequest,
  decided: Outcome,
  reply: SimAnswer,
  fault: string | null,
): ReceivedRecord {
  const taken = decided.ackCode === 0
  return {
    number: world.ledger.receivedCount + 1,
    atMs: nowOf(world),
    call,
    certkey: decided.certkey,
    subject: decided.subject,
    status: reply.drop ? null : reply.status,
    ackCode: decided.ackCode,
    fault,
    detail: decided.detail,
    bytes: request.body.length,
    bodySha256: sha256Of(request.body),
    contentSha256: decided.contentSha256,
    body: call === 'token' || taken ? null : request.body.toString('utf8'),
  }
}

function userOf(world: World, call: ApiCall, request: SimRequest): string | null {
  if (call !== 'token') return null
  const username = new URLSearchParams(request.body.toString('utf8')).get('username')
  for (const device of world.ledger.devices.values()) {
    if (device.username === username) return device.certkey
  }
  return null
}
