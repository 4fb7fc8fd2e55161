import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Acknowledgement, Handler, Outcome } from './handler.ts'
import { outcome } from './handler.ts'
import { sha256Of } from './hashing.ts'
import { findCertified } from './identify-sender.ts'
import type { ApiCall, ReceivedRecord } from './ledger-entries.ts'
import { handleReceipt } from './receipt-handler.ts'
import { handleRegistration } from './registration-handler.ts'
import { signedAnswer, writeElement } from './signed-answer.ts'
import { commitEntries, nowOf, type SimulatorContext } from './simulator-context.ts'
import { answer, answerServerError, DROPPED, type SimAnswer, type SimRequest } from './simulator-http.ts'
import { handleToken } from './token-handler.ts'
import { handleZReport } from './z-report-handler.ts'

const HANDLERS: Record<ApiCall, Handler> = {
  registration: handleRegistration,
  token: handleToken,
  receipt: handleReceipt,
  'z-report': handleZReport,
}

/** One call of the authority's interface, faults included. Answers only when what it changed is on the disk. */
export async function handleCall(
  context: SimulatorContext,
  call: ApiCall,
  request: SimRequest,
): Promise<SimAnswer> {
  const presumedCertkey =
    findCertified(context, request)?.device.certkey ?? certkeyOfTokenRequest(context, call, request)
  const faults = context.faults.forRequest(call, presumedCertkey, context.ledger.settings)
  const delayFault = faults.take('delay')
  if (delayFault !== null) await wait(delayFault.ms, undefined, { signal: context.stopping })

  const arrivalFault = faults.take('arrive')
  const outcomeOfCall =
    arrivalFault === null
      ? HANDLERS[call](context, request, faults)
      : outcome(replacementAnswer(arrivalFault), { certkey: presumedCertkey, detail: 'not processed' })
  const answerFault = arrivalFault === null && isProcessed(outcomeOfCall.reply) ? faults.take('answer') : null
  const reply = finalizeReply(context, outcomeOfCall.reply, answerFault)
  const fault = [delayFault, arrivalFault, answerFault]
    .filter((applied) => applied !== null)
    .map((struck) => struck.kind)
  const received = describeCall(context, call, request, outcomeOfCall, reply, fault.join('+') || null)
  await commitEntries(context, [...outcomeOfCall.entries, { kind: 'received', received }])
  context.log({ event: `tra-simulator.${call}`, ...received, body: undefined })
  return reply
}

function isProcessed(reply: Outcome['reply']): boolean {
  return 'tag' in reply || (!reply.drop && reply.status === 200)
}

function finalizeReply(
  context: SimulatorContext,
  reply: Outcome['reply'],
  answerFault: Fault | null,
): SimAnswer {
  if (answerFault === null) return 'tag' in reply ? sign(context, reply) : reply
  if (answerFault.kind === 'empty-ackcode' && 'tag' in reply) return sign(context, withoutAckCode(reply))
  if (answerFault.kind === 'bad-signature' && 'tag' in reply)
    return withForeignSignature(sign(context, reply))
  return answerFault.kind === 'empty-ackcode' || answerFault.kind === 'bad-signature'
    ? finalizeReply(context, reply, null)
    : replacementAnswer(answerFault)
}

function sign(context: SimulatorContext, { tag, parts }: Acknowledgement): SimAnswer {
  return signedAnswer(context, writeElement(tag, parts))
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
function replacementAnswer(fault: Fault): SimAnswer {
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
  context: SimulatorContext,
  call: ApiCall,
  request: SimRequest,
  outcomeOfCall: Outcome,
  reply: SimAnswer,
  fault: string | null,
): ReceivedRecord {
  const accepted = outcomeOfCall.ackCode === 0
  return {
    number: context.ledger.receivedCount + 1,
    atMs: nowOf(context),
    call,
    certkey: outcomeOfCall.certkey,
    subject: outcomeOfCall.subject,
    status: reply.drop ? null : reply.status,
    ackCode: outcomeOfCall.ackCode,
    fault,
    detail: outcomeOfCall.detail,
    bytes: request.body.length,
    bodySha256: sha256Of(request.body),
    contentSha256: outcomeOfCall.contentSha256,
    body: call === 'token' || accepted ? null : request.body.toString('utf8'),
  }
}

function certkeyOfTokenRequest(context: SimulatorContext, call: ApiCall, request: SimRequest): string | null {
  if (call !== 'token') return null
  const username = new URLSearchParams(request.body.toString('utf8')).get('username')
  for (const device of context.ledger.devices.values()) {
    if (device.username === username) return device.certkey
  }
  return null
}
