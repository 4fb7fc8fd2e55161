import { useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { DataExport } from '#contract/data-export-endpoints.ts'
import { dayText, fiscalDayOf, fiscalTimeOf } from '#domain/calendar/east-africa.ts'
import { bytesText } from '#domain/text/bytes-text.ts'
import { useAction } from '#ui/use-action.ts'

/** How often a screen that waits for the file asks how far it is. */
const ASK_AGAIN_MS = 1500

/** Has all data of a company written into one ZIP file on the server, and fetches it. */
export function DataExportSection({ companyId }: { readonly companyId: string }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const showFailure = useFailureToast()
  const [busy, run] = useAction()
  const load = useCallback(
    async () => loadedFrom(await call('data-export.read', { companyId })),
    [call, companyId],
  )
  const { value, failure, reload, replace } = useServerAnswer(load)
  const latest = value?.export ?? undefined
  const isWriting = latest?.status === 'queued' || latest?.status === 'running'
  useEffect(() => {
    if (!isWriting) return undefined
    const timer = setInterval(reload, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWriting, reload])
  const start = () =>
    run(async () => {
      const outcome = await call('data-export.start', { companyId })
      if (outcome.kind === 'answered') replace(outcome.value)
      else showFailure(outcome)
    })
  const fetchFile = (id: string) =>
    run(async () => {
      const outcome = await call('data-export.link', { id, companyId })
      if (outcome.kind !== 'answered') {
        showFailure(outcome)
        return
      }
      const link = document.createElement('a')
      link.href = outcome.value.path
      link.download = ''
      link.click()
    })
  return (
    <section className="card stack" aria-labelledby="data-export" aria-busy={value === undefined}>
      <h2 className="section-title" id="data-export">{t`All data of the company`}</h2>
      <p className="dim">
        {t`One ZIP file with invoices and receipts, daily reports, customers, products, expenses with their files, people and the audit trail: as tables (CSV) and as JSON.`}
      </p>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {latest && isWriting ? <Writing latest={latest} /> : null}
      {latest?.status === 'failed' ? (
        <p className="field-error" role="alert">{t`The file could not be written. Please start again.`}</p>
      ) : null}
      {latest?.status === 'done' ? (
        <>
          <p>
            <Ready latest={latest} />
          </p>
          <Button loading={busy} onClick={() => fetchFile(latest.id)}>
            {t`Download`} ({bytesText(latest.size)})
          </Button>
        </>
      ) : null}
      {isWriting ? null : (
        <Button variant="default" disabled={value === undefined} loading={busy} onClick={start}>
          {latest?.status === 'done' ? t`Write it again` : t`Export all data`}
        </Button>
      )}
    </section>
  )
}

function Writing({ latest }: { latest: DataExport }) {
  const { t } = useLingui()
  const { done, total } = latest
  return (
    <div className="stack" role="status">
      <p>{t`The file is being written. You can leave this page; it goes on.`}</p>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={t`Progress of the export`} />
    </div>
  )
}

function Ready({ latest }: { latest: DataExport }) {
  const { t } = useLingui()
  const until = `${dayText(fiscalDayOf(latest.expiresAt))} ${fiscalTimeOf(latest.expiresAt).slice(0, 5)}`
  return t`The file is ready until ${until}. Only you can download it. Keep it safe: it names your customers.`
}
