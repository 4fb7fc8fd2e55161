import { useLingui } from '@lingui/react/macro'
import type { AuditRow } from '#contract/audit-endpoints.ts'
import { momentText } from './audit-words.ts'

/** Everything that one entry of the audit trail says. */
export function EntryFacts({ entry }: { entry: AuditRow }) {
  const { t } = useLingui()
  const { at, person, username, device, company, receipt, reason, subject } = entry
  const facts = [
    [t({ context: 'audit trail', message: 'When' }), momentText(at)],
    [
      t({ context: 'audit trail', message: 'Who' }),
      person === '' ? t`The server` : `${person} (${username})`,
    ],
    [t`Phone or computer`, device],
    [t`Company`, company],
    [t`Receipt number`, receipt],
    [t`Reason`, reason],
    [t({ context: 'audit trail', message: 'Record' }), subject],
  ] as const
  return (
    <dl className="stack" style={{ overflowWrap: 'anywhere' }}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="dim small">{name}</dt>
          <dd style={{ margin: 0 }}>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
