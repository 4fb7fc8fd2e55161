import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { printerTransports } from '#blocks/receipt/printer/printer-transports.ts'
import { PrintingChoice } from '#blocks/receipt/printing-choice.tsx'
import { usePrinting } from '#blocks/receipt/use-printing.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** The paper and the printer of this phone, shared with the print sheet. */
export function PrintingSection() {
  const { t } = useLingui()
  const { db } = useAppContext()
  const { printing, change } = usePrinting(db)
  return (
    <Section id="printing" icon="printer" title={t`Printing`}>
      <div className={`stack ${classes.printing}`} aria-busy={printing === undefined}>
        {printing === undefined ? null : (
          <PrintingChoice
            printing={printing}
            transports={[...printerTransports(navigator).keys()]}
            onChange={(changed) => void change(changed)}
          />
        )}
      </div>
    </Section>
  )
}
