import { Plural, useLingui } from '@lingui/react/macro'
import { useToday } from '#app-context/app-context.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import type { PendingOperation } from './pending-operations.ts'

/** Says how many unsent sales this phone lost, from when they are, and what can be done. */
export function LostSalesNotice({ operations }: { readonly operations: readonly PendingOperation[] }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const lost = operations.flatMap(({ entry, subject: { invoice } }) =>
    entry.type === 'invoice.submit' && entry.last?.code === 'OPERATION_DAMAGED' && invoice
      ? [invoice.saleAt]
      : [],
  )
  const first = lost.sort()[0]
  if (first === undefined) return null
  const since = formatMoment(first, today, translate)
  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" />
      <div>
        <strong>
          <Plural
            value={lost.length}
            one={`# sale saved on this phone (${since}) did not reach the server.`}
            other={`# sales saved on this phone since ${since} did not reach the server.`}
          />
        </strong>
        {t`They are still on this phone. Open each one below, check it and submit it again.`}
      </div>
    </div>
  )
}
