import { type Acknowledged, acknowledge } from './acknowledge.ts'
import { refuse, refuseAsTold } from './acknowledgement-codes.ts'
import type { Door, Outcome } from './door.ts'
import { admitSender, findIdentityFault } from './identify-sender.ts'
import { bookOf } from './ledger.ts'
import type { DeviceRecord, LedgerEntry, ZReportFacts, ZReportRecord } from './ledger-entries.ts'
import { findShapeFault } from './match-shape.ts'
import { readSignedMessage } from './read-signed-message.ts'
import { judge } from './rule.ts'
import { sha256Of } from './sha256-of.ts'
import { nowOf, publicKeyOf, type World } from './world.ts'
import { readZReport, Z_REPORT_PARTS } from './z-report-message.ts'
import { noteZOddities, Z_REPORT_RULES } from './z-report-rules.ts'

/** POST /api/efdmszreport */
export const takeZReport: Door = (world, request, faults) => {
  const sender = admitSender(world, request, 'vfdzreport')
  if ('reply' in sender) return sender
  const { owner, certified } = sender
  const message = readSignedMessage(request.body, 'ZREPORT', publicKeyOf(certified))
  if ('code' in message) return acknowledge(world, owner, aboutReport(null), message)
  const shapeFault = findShapeFault(message.element, Z_REPORT_PARTS)
  if (shapeFault !== null) return acknowledge(world, owner, aboutReport(null), refuse(901, shapeFault))
  const report = readZReport(message.element)
  const identityFault = findIdentityFault(world, report, owner, certified)
  if (identityFault !== null) return acknowledge(world, owner, aboutReport(report), identityFault)
  if (owner.blocked !== null)
    return acknowledge(world, owner, aboutReport(report), refuse(916, owner.blocked))
  const told = faults.take('decide')
  if (told !== null) return acknowledge(world, owner, aboutReport(report), refuseAsTold(told))

  const sha256 = sha256Of(message.content)
  const book = bookOf(world.ledger, owner.certkey)
  const { profile } = world.ledger.settings
  const kept = book.zReports.get(report.znumber)
  if (kept !== undefined) return answerDuplicate(world, owner, report, kept, sha256)
  const subject = { report, device: owner, book, nowMs: nowOf(world) }
  const { refused, flags } = judge(Z_REPORT_RULES, subject, profile)
  if (refused !== null)
    return acknowledge(world, owner, aboutReport(report), refused, { contentSha256: sha256 })
  const record: ZReportRecord = {
    ...report,
    certkey: owner.certkey,
    content: message.content.toString('utf8'),
    sha256,
    bodySha256: sha256Of(request.body),
    receivedAtMs: nowOf(world),
    resends: 0,
    flags: [...flags, ...noteZOddities(subject)],
  }
  return acknowledge(world, owner, aboutReport(report), null, {
    entries: [{ kind: 'z-accepted', report: record }],
    contentSha256: sha256,
  })
}

/**
 * Identical bytes are answered like those of a receipt, since a lost answer must be askable again; other bytes for
 * the same day are refused, and the field profile takes them without keeping them.
 */
function answerDuplicate(
  world: World,
  device: DeviceRecord,
  report: ZReportFacts,
  kept: ZReportRecord,
  sha256: string,
): Outcome {
  const { profile, duplicateAnswer } = world.ledger.settings
  const accepted = kept.sha256 === sha256 ? duplicateAnswer === 0 : profile === 'field'
  const entries: LedgerEntry[] = [{ kind: 'z-resent', certkey: device.certkey, znumber: kept.znumber }]
  const refusal = accepted ? null : refuse(921, kept.znumber)
  return acknowledge(world, device, aboutReport(report), refusal, { entries, contentSha256: sha256 })
}

function aboutReport(report: ZReportFacts | null): Acknowledged {
  return {
    tag: 'ZACK',
    numberName: 'ZNUMBER',
    number: report?.znumber ?? '',
    subject: report?.znumber ?? null,
    date: report?.date ?? null,
    time: report?.time ?? null,
  }
}
