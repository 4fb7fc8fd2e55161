import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { TAX_TIP_SORTS } from '#contract/tax-tip-endpoints.ts'
import type { TaxTip } from '#contract/tax-tips.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { TAX_TIP_STATUSES } from '#domain/tax-tips/tax-tip.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { TaxTipDetails } from './tax-tip-details.tsx'
import { TaxTipForm } from './tax-tip-form.tsx'
import { TaxTipPill } from './tax-tip-pill.tsx'

type Props = {
  /** The address: the query of the list. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onGo: (search: Readonly<Record<string, string>>) => void
}

type Open =
  | { readonly kind: 'details'; readonly tip: TaxTip }
  | { readonly kind: 'form'; readonly tip?: TaxTip }

/** Tax tips that an administrator writes, previews, publishes and takes back (spec §2, §6). */
export function TaxTipsCmsScreen({ search, onGo }: Props) {
  const { t, i18n } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const query = useListQuery(search)
  const [open, setOpen] = useState<Open>()
  /** Raised when a tip changed: the list is loaded again. */
  const [changes, setChanges] = useState(0)
  const load = useCallback(
    async () => loadedFrom(await call('tax-tips.list', pageInput(query, TAX_TIP_SORTS, TAX_TIP_STATUSES))),
    [call, query],
  )
  const show = (tip: TaxTip) => {
    setOpen({ kind: 'details', tip })
    setChanges(changes + 1)
  }
  const formTitle = open?.kind === 'form' && open.tip ? t`Edit the tip` : t`New tax tip`
  return (
    <>
      <ServerList
        key={changes}
        title={t`Tax tips`}
        searchLabel={t`Search in the tips`}
        query={query}
        onQuery={(next) => onGo(listSearchParams(next))}
        load={load}
        sorts={[
          { value: '-day', label: t`Newest first` },
          { value: 'day', label: t`Oldest first` },
        ]}
        filters={[
          { value: '', label: t({ context: 'tax tips', message: 'All' }) },
          { value: 'published', label: t({ context: 'tax tips', message: 'Published' }) },
          { value: 'draft', label: t({ context: 'tax tips', message: 'Drafts' }) },
        ]}
        nameTitle={t`Title`}
        nameOf={({ titleEn, titleSw }) => (i18n.locale === 'en' ? titleEn : titleSw)}
        columns={[
          { title: t`Date`, cell: ({ day }) => dayText(day), whole: true },
          { title: t`Status`, cell: ({ status }) => <TaxTipPill status={status} />, whole: true },
        ]}
        onOpen={(tip) => setOpen({ kind: 'details', tip })}
        add={{ label: t`New tax tip`, onClick: () => setOpen({ kind: 'form' }) }}
        empty={
          <EmptyState icon="info" title={t`No tax tips yet`}>
            {t`What you publish here is read by everybody, also without an account.`}
          </EmptyState>
        }
      />
      <Sheet title={t`Tax tip`} opened={open?.kind === 'details'} onClose={() => setOpen(undefined)}>
        {open?.kind === 'details' ? (
          <TaxTipDetails
            tip={open.tip}
            onChanged={show}
            onEdit={() => setOpen({ kind: 'form', tip: open.tip })}
          />
        ) : null}
      </Sheet>
      <Sheet title={formTitle} opened={open?.kind === 'form'} onClose={() => setOpen(undefined)}>
        {open?.kind === 'form' ? (
          <TaxTipForm
            {...(open.tip ? { tip: open.tip } : {})}
            onSaved={(tip) => {
              toast({ tone: 'good', text: t`Tip saved` })
              show(tip)
            }}
          />
        ) : null}
      </Sheet>
    </>
  )
}
