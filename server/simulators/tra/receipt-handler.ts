import { type Acknowledged, acknowledge } from './acknowledge.ts'
import { refuse, refuseWithCode } from './acknowledgement-codes.ts'
import type { RequestFaults } from './faults.ts'
import type { Handler, Outcome } from './handler.ts'
import { sha256Of } from './hashing.ts'
import { admitSender, findIdentityMismatch } from './identify-sender.ts'
import { bookOf } from './ledger.ts'
import type { DeviceRecord, LedgerEntry, ReceiptFacts, ReceiptRecord } from './ledger-entries.ts'
import { findShapeFault } from './match-shape.ts'
import { readSignedMessage, type SignedMessage } from './read-signed-message.ts'
import { RECEIPT_PARTS, readReceipt } from './receipt-message.ts'
import { findWarnings, RECEIPT_RULES } from './receipt-rules.ts'
import { applyRules } from './rule.ts'
import { nowOf, publicKeyOf, type SimulatorContext } from './simulator-context.ts'
import type { SimRequest } from './simulator-http.ts'

/** POST /api/efdmsRctInfo */
export const handleReceipt: Handler = (context, request, faults) => {
  const sender = admitSender(context, request, 'vfdrct')
  if ('reply' in sender) return sender
  const { owner, certified } = sender
  const message = readSignedMessage(request.body, 'RCT', publicKeyOf(certified))
  if ('code' in message) return acknowledge(context, owner, aboutReceipt(null), message)
  const shapeFault = findShapeFault(message.element, RECEIPT_PARTS)
  if (shapeFault !== null) return acknowledge(context, owner, aboutReceipt(null), refuse(901, shapeFault))
  const receipt = readReceipt(message.element)
  const identityFault = findIdentityMismatch(context, receipt, owner, certified)
  if (identityFault !== null) return acknowledge(context, owner, aboutReceipt(receipt), identityFault)
  if (owner.blocked !== null)
    return acknowledge(context, owner, aboutReceipt(receipt), refuse(916, owner.blocked))
  const injected = faults.take('decide')
  if (injected !== null) return acknowledge(context, owner, aboutReceipt(receipt), refuseWithCode(injected))
  return storeReceipt(context, owner, receipt, message, request, faults)
}

function storeReceipt(
  context: SimulatorContext,
  device: DeviceRecord,
  receipt: ReceiptFacts,
  message: SignedMessage,
  request: SimRequest,
  faults: RequestFaults,
): Outcome {
  const book = bookOf(context.ledger, device.certkey)
  const sha256 = sha256Of(message.content)
  const existing = context.ledger.receipts.get(receipt.rctvnum) ?? book.byGc.get(receipt.gc)
  if (existing !== undefined) return answerDuplicate(context, device, receipt, existing, sha256, faults)
  const subject = { receipt, device, book, nowMs: nowOf(context) }
  const { refused, flags } = applyRules(RECEIPT_RULES, subject, context.ledger.settings.profile)
  if (refused !== null)
    return acknowledge(context, device, aboutReceipt(receipt), refused, { contentSha256: sha256 })
  const content = message.content.toString('utf8')
  const record: ReceiptRecord = {
    ...receipt,
    certkey: device.certkey,
    content,
    sha256,
    bodySha256: sha256Of(request.body),
    receivedAtMs: nowOf(context),
    visibleAtMs: visibleFrom(context, faults),
    resends: 0,
    flags: [...flags, ...findWarnings(subject, content)],
  }
  const entries: LedgerEntry[] = [{ kind: 'receipt-accepted', receipt: record }]
  return acknowledge(context, device, aboutReceipt(receipt), null, { entries, contentSha256: sha256 })
}

/** TRA guide: a second receipt with the same number is a duplicate and not saved; a lost one shows after a resend. */
function answerDuplicate(
  context: SimulatorContext,
  device: DeviceRecord,
  receipt: ReceiptFacts,
  existing: ReceiptRecord,
  sha256: string,
  faults: RequestFaults,
): Outcome {
  if (existing.certkey !== device.certkey || existing.sha256 !== sha256) {
    return acknowledge(context, device, aboutReceipt(receipt), refuse(902, existing.rctvnum), {
      contentSha256: sha256,
    })
  }
  const lost = existing.visibleAtMs === null
  const visibleAtMs = lost ? visibleFrom(context, faults) : existing.visibleAtMs
  const entries: LedgerEntry[] = [{ kind: 'receipt-resent', rctvnum: existing.rctvnum, visibleAtMs }]
  const refusal =
    !lost && context.ledger.settings.duplicateAnswer === 902 ? refuse(902, existing.rctvnum) : null
  return acknowledge(context, device, aboutReceipt(receipt), refusal, { entries, contentSha256: sha256 })
}

/** From when the portal shows a receipt taken now; null when it gets lost behind its acknowledgement. */
function visibleFrom(context: SimulatorContext, faults: RequestFaults): number | null {
  const fault = faults.take('accept')
  if (fault?.kind === 'lost') return null
  return nowOf(context) + (fault?.ms ?? context.ledger.settings.visibleDelayMs)
}

function aboutReceipt(receipt: ReceiptFacts | null): Acknowledged {
  return {
    tag: 'RCTACK',
    numberName: 'RCTNUM',
    number: receipt?.rctnum ?? '',
    subject: receipt?.rctvnum ?? null,
    date: receipt?.date ?? null,
    time: receipt?.time ?? null,
  }
}
