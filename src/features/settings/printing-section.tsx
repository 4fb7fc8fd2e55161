import { useLingui } from '@lingui/react/macro'
import { printerDoors } from '#blocks/receipt/printer/printers.ts'
import { PrintingChoice } from '#blocks/receipt/printing-choice.tsx'
import { usePrinting } from '#blocks/receipt/use-printing.ts'
import { useWorkplace } from '../workplace.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** The paper and the printer of this phone, as the print sheet knows them too. */
export function PrintingSection() {
  const { t } = useLingui()
  const { db } = useWorkplace()
  const { printing, change } = usePrinting(db)
  return (
    <Section id="printing" icon="printer" title={t`Printing`}>
      <div className={`stack ${classes.printing}`} aria-busy={printing === undefined}>
        {printing === undefined ? null : (
          <PrintingChoice
            printing={printing}
            ways={[...printerDoors(navigator).keys()]}
            onChange={(changed) => void change(changed)}
          />
        )}
      </div>
    </Section>
  )
}
