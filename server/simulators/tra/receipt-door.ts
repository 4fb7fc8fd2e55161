import { type Acknowledged, acknowledge } from './acknowledge.ts'
import { refuse, refuseAsTold } from './acknowledgement-codes.ts'
import type { Door, Outcome } from './door.ts'
import type { RequestFaults } from './faults.ts'
import { admitSender, findIdentityFault } from './identify-sender.ts'
import { bookOf } from './ledger.ts'
import type { DeviceRecord, LedgerEntry, ReceiptFacts, ReceiptRecord } from './ledger-entries.ts'
import { findShapeFault } from './match-shape.ts'
import { readSignedMessage, type SignedMessage } from './read-signed-message.ts'
import { RECEIPT_PARTS, readReceipt } from './receipt-message.ts'
import { noteOddities, RECEIPT_RULES } from './receipt-rules.ts'
import { judge } from './rule.ts'
import { sha256Of } from './sha256-of.ts'
import type { SimRequest } from './sim-http.ts'
import { nowOf, publicKeyOf, type World } from './world.ts'

/** POST /api/efdmsRctInfo */
export const takeReceipt: Door = (world, request, faults) => {
  const sender = admitSender(world, request, 'vfdrct')
  if ('reply' in sender) return sender
  const { owner, certified } = sender
  const message = readSignedMessage(request.body, 'RCT', publicKeyOf(certified))
  if ('code' in message) return acknowledge(world, owner, aboutReceipt(null), message)
  const shapeFault = findShapeFault(message.element, RECEIPT_PARTS)
  if (shapeFault !== null) return acknowledge(world, owner, aboutReceipt(null), refuse(901, shapeFault))
  const receipt = readReceipt(message.element)
  const identityFault = findIdentityFault(world, receipt, owner, certified)
  if (identityFault !== null) return acknowledge(world, owner, aboutReceipt(receipt), identityFault)
  if (owner.blocked !== null)
    return acknowledge(world, owner, aboutReceipt(receipt), refuse(916, owner.blocked))
  const told = faults.take('decide')
  if (told !== null) return acknowledge(world, owner, aboutReceipt(receipt), refuseAsTold(told))
  return storeReceipt(world, owner, receipt, message, request, faults)
}

function storeReceipt(
  world: World,
  device: DeviceRecord,
  receipt: ReceiptFacts,
  message: SignedMessage,
  request: SimRequest,
  faults: RequestFaults,
): Outcome {
  const book = bookOf(world.ledger, device.certkey)
  const sha256 = sha256Of(message.content)
  const kept = world.ledger.receipts.get(receipt.rctvnum) ?? book.byGc.get(receipt.gc)
  if (kept !== undefined) return answerDuplicate(world, device, receipt, kept, sha256, faults)
  const subject = { receipt, device, book, nowMs: nowOf(world) }
  const { refused, flags } = judge(RECEIPT_RULES, subject, world.ledger.settings.profile)
  if (refused !== null)
    return acknowledge(world, device, aboutReceipt(receipt), refused, { contentSha256: sha256 })
  const content = message.content.toString('utf8')
  const record: ReceiptRecord = {
    ...receipt,
    certkey: device.certkey,
    content,
    sha256,
    bodySha256: sha256Of(request.body),
    receivedAtMs: nowOf(world),
    visibleAtMs: visibleFrom(world, faults),
    resends: 0,
    flags: [...flags, ...noteOddities(subject, content)],
  }
  const entries: LedgerEntry[] = [{ kind: 'receipt-accepted', receipt: record }]
  return acknowledge(world, device, aboutReceipt(receipt), null, { entries, contentSha256: sha256 })
}

/** TRA guide: a second receipt with the same number is a duplicate and not saved; a lost one shows after a resend. */
function answerDuplicate(
  world: World,
  device: DeviceRecord,
  receipt: ReceiptFacts,
  kept: ReceiptRecord,
  sha256: string,
  faults: RequestFaults,
): Outcome {
  if (kept.certkey !== device.certkey || kept.sha256 !== sha256) {
    return acknowledge(world, device, aboutReceipt(receipt), refuse(902, kept.rctvnum), {
      contentSha256: sha256,
    })
  }
  const lost = kept.visibleAtMs === null
  const visibleAtMs = lost ? visibleFrom(world, faults) : kept.visibleAtMs
  const entries: LedgerEntry[] = [{ kind: 'receipt-resent', rctvnum: kept.rctvnum, visibleAtMs }]
  const refusal = !lost && world.ledger.settings.duplicateAnswer === 902 ? refuse(902, kept.rctvnum) : null
  return acknowledge(world, device, aboutReceipt(receipt), refusal, { entries, contentSha256: sha256 })
}

/** From when the portal shows a receipt taken now; null when it gets lost behind its acknowledgement. */
function visibleFrom(world: World, faults: RequestFaults): number | null {
  const fault = faults.take('accept')
  if (fault?.kind === 'lost') return null
  return nowOf(world) + (fault?.ms ?? world.ledger.settings.visibleDelayMs)
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
