import { useTranslate } from '#i18n/use-translate.ts'
import { onlyCounted } from './report-tables.ts'

type Props = {
  /** Invoices that were added up. */
  readonly counted: number
  /** Whether the report counts more than these. */
  readonly isPart: boolean
}

/** Says that a part of the report was added up from the invoices on this phone, and that it counts fewer than the report. */
export function OnlyCounted({ counted, isPart }: Props) {
  const translate = useTranslate()
  return isPart ? <p className="notice">{translate(onlyCounted(counted))}</p> : null
}
