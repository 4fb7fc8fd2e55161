import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { PeriodChoice } from '#blocks/period/period-choice.tsx'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { paramsOfPeriod, parseReportParams, rangeFromParams } from '#blocks/report/report-search-params.ts'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { AUDIT_SORTS, type AuditRow } from '#contract/audit-endpoints.ts'
import { ACT_AREAS } from '#domain/audit/acts.ts'
import { ACT_AREA_NAMES } from '#i18n/act-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { AuditDownload } from './audit-download.tsx'
import { actName, momentText } from './audit-words.ts'
import { EntryFacts } from './entry-facts.tsx'

type Props = {
  /** The address: the period and the query of the list. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onGo: (search: Readonly<Record<string, string>>) => void
  readonly onBack: () => void
}

/** The audit trail: who did what, when and on which device, as far as this person may see it (spec §6). */
export function AuditScreen({ search, onGo, onBack }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const today = useToday()
  const query = useListQuery(search)
  const [shown, setShown] = useState<AuditRow>()
  const [writing, setWriting] = useState(false)
  const params = parseReportParams(search)
  const { preset, range } = rangeFromParams(params, today)
  const { from, to } = range
  const input = useMemo(() => {
    const { page, sort, ...filter } = pageInput(query, AUDIT_SORTS, ACT_AREAS)
    return { list: { ...filter, from, to, page, ...(sort && { sort }) }, filter: { ...filter, from, to } }
  }, [query, from, to])
  const load = useCallback(async () => loadedFrom(await call('audit.list', input.list)), [call, input])
  return (
    <>
      <ServerList
        title={t`Audit trail`}
        searchLabel={t`Search by person, company or receipt number`}
        query={query}
        onQuery={(next) => onGo({ ...params, ...listSearchParams(next) })}
        load={load}
        sorts={[
          { value: '-at', label: t`Newest first` },
          { value: 'at', label: t`Oldest first` },
        ]}
        filters={[
          { value: '', label: t({ context: 'audit trail', message: 'Everything' }) },
          ...ACT_AREAS.map((area) => ({ value: area, label: translate(ACT_AREA_NAMES[area]) })),
        ]}
        nameTitle={t({ context: 'audit trail', message: 'What' })}
        nameOf={({ action }) => actName(action, translate)}
        columns={[
          {
            title: t({ context: 'audit trail', message: 'When' }),
            cell: ({ at }) => momentText(at),
            whole: true,
          },
          {
            title: t({ context: 'audit trail', message: 'Who' }),
            cell: ({ person }) => person || t`The server`,
          },
          { title: t`Phone or computer`, cell: ({ device }) => device || '–' },
          { title: t`Company`, cell: ({ company }) => company || '–' },
        ]}
        onOpen={setShown}
        empty={
          <EmptyState icon="clock" title={t`Nothing was recorded in this period`}>
            {t`Choose another period.`}
          </EmptyState>
        }
      >
        <button type="button" className="link-button" onClick={onBack}>
          <Icon name="back" size={18} /> {t`Back`}
        </button>
        <div className="actions">
          <PeriodChoice
            preset={preset}
            range={range}
            today={today}
            onChoose={(period) =>
              onGo({ ...paramsOfPeriod(period, today), ...listSearchParams({ ...query, page: 1 }) })
            }
          />
          <Button
            variant="default"
            leftSection={<Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />}
            onClick={() => setWriting(true)}
          >
            {t`Download Excel`}
          </Button>
        </div>
      </ServerList>
      {writing ? <AuditDownload filter={input.filter} onEnd={() => setWriting(false)} /> : null}
      <Sheet
        title={shown === undefined ? t`Audit trail` : actName(shown.action, translate)}
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
      >
        {shown === undefined ? null : <EntryFacts entry={shown} />}
      </Sheet>
    </>
  )
}
