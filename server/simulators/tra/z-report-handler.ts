import { type Acknowledged, acknowledge } from './acknowledge.ts'
import { refuse, refuseWithCode } from './acknowledgement-codes.ts'
import type { Handler, Outcome } from './handler.ts'
import { sha256Of } from './hashing.ts'
import { admitSender, findIdentityMismatch } from './identify-sender.ts'
import { bookOf } from './ledger.ts'
import type { DeviceRecord, LedgerEntry, ZReportFacts, ZReportRecord } from './ledger-entries.ts'
import { findShapeFault } from './match-shape.ts'
import { readSignedMessage } from './read-signed-message.ts'
import { applyRules } from './rule.ts'
import { nowOf, publicKeyOf, type SimulatorContext } from './simulator-context.ts'
import { readZReport, Z_REPORT_PARTS } from './z-report-message.ts'
import { findZWarnings, Z_REPORT_RULES } from './z-report-rules.ts'

/** POST /api/efdmszreport */
export const handleZReport: Handler = (context, request, faults) => {
  const sender = admitSender(context, request, 'vfdzreport')
  if ('reply' in sender) return sender
  const { owner, certified } = sender
  const message = readSignedMessage(request.body, 'ZREPORT', publicKeyOf(certified))
  if ('code' in message) return acknowledge(context, owner, aboutReport(null), message)
  const shapeFault = findShapeFault(message.element, Z_REPORT_PARTS)
  if (shapeFault !== null) return acknowledge(context, owner, aboutReport(null), refuse(901, shapeFault))
  const report = readZReport(message.element)
  const identityFault = findIdentityMismatch(context, report, owner, certified)
  if (identityFault !== null) return acknowledge(context, owner, aboutReport(report), identityFault)
  if (owner.blocked !== null)
    return acknowledge(context, owner, aboutReport(report), refuse(916, owner.blocked))
  const injected = faults.take('decide')
  if (injected !== null) return acknowledge(context, owner, aboutReport(report), refuseWithCode(injected))

  const sha256 = sha256Of(message.content)
  const book = bookOf(context.ledger, owner.certkey)
  const { profile } = context.ledger.settings
  const existing = book.zReports.get(report.znumber)
  if (existing !== undefined) return answerDuplicate(context, owner, report, existing, sha256)
  const subject = { report, device: owner, book, nowMs: nowOf(context) }
  const { refused, flags } = applyRules(Z_REPORT_RULES, subject, profile)
  if (refused !== null)
    return acknowledge(context, owner, aboutReport(report), refused, { contentSha256: sha256 })
  const record: ZReportRecord = {
    ...report,
    certkey: owner.certkey,
    content: message.content.toString('utf8'),
    sha256,
    bodySha256: sha256Of(request.body),
    receivedAtMs: nowOf(context),
    resends: 0,
    flags: [...flags, ...findZWarnings(subject)],
  }
  return acknowledge(context, owner, aboutReport(report), null, {
    entries: [{ kind: 'z-accepted', report: record }],
    contentSha256: sha256,
  })
}

/**
 * Identical bytes are answered like those of a receipt, since a lost answer must be askable again; other bytes for
 * the same day are refused, and the field profile takes them without keeping them.
 */
function answerDuplicate(
  context: SimulatorContext,
  device: DeviceRecord,
  report: ZReportFacts,
  existing: ZReportRecord,
  sha256: string,
): Outcome {
  const { profile, duplicateAnswer } = context.ledger.settings
  const accepted = existing.sha256 === sha256 ? duplicateAnswer === 0 : profile === 'field'
  const entries: LedgerEntry[] = [{ kind: 'z-resent', certkey: device.certkey, znumber: existing.znumber }]
  const refusal = accepted ? null : refuse(921, existing.znumber)
  return acknowledge(context, device, aboutReport(report), refusal, { entries, contentSha256: sha256 })
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
