import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useActor } from '#app-context/use-actor.ts'
import { useCan } from '#app-context/use-can.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { FailureNote } from '#ui/failure-note.tsx'
import { ServiceCard } from './service-card.tsx'
import { useReturn } from './use-return.ts'

/** Apps integration (spec §2): connects Xero and QuickBooks; only the owner of a company may. */
export function AppsScreen() {
  const { t } = useLingui()
  const { companyId } = useActor()
  const mayManage = useCan()('accounting.manage', { companyId })
  return (
    <div className="page stack">
      <h1>{t`Apps integration`}</h1>
      {mayManage ? (
        <Services />
      ) : (
        <EmptyState icon="paper" title={t`Receipts are written into Xero or QuickBooks automatically.`}>
          {t`Only the owner of a company connects accounting apps.`}
        </EmptyState>
      )}
    </div>
  )
}

function Services() {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('accounting.state', {})), [call])
  const { value, loading, failure, reload } = useServerAnswer(load)
  const { code, busy } = useReturn(reload)
  return (
    <div className="stack" aria-busy={busy || (loading && value === undefined)}>
      <p className="dim">
        {t`Each receipt that TRA has, its payments, refunds and cancellations are written into your books, with the same totals.`}
      </p>
      {busy ? <p role="status">{t`Connecting…`}</p> : null}
      {code === undefined ? null : <FailureNote code={code} />}
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value?.connections.map((connection) => (
        <ServiceCard key={connection.provider} connection={connection} onChanged={reload} />
      ))}
    </div>
  )
}
