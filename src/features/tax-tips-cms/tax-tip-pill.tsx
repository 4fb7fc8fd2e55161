import { useLingui } from '@lingui/react/macro'
import type { TaxTipStatus } from '#domain/tax-tips/tax-tip.ts'
import { Pill } from '#ui/pill/pill.tsx'

/** Whether everybody reads a tip, as icon and word. */
export function TaxTipPill({ status }: { readonly status: TaxTipStatus }) {
  const { t } = useLingui()
  return status === 'published' ? (
    <Pill icon="check" tone="good" status={status}>
      {t({ context: 'tax tip', message: 'Published' })}
    </Pill>
  ) : (
    <Pill icon="clock" tone="warm" status={status}>
      {t({ context: 'tax tip', message: 'Draft' })}
    </Pill>
  )
}
