/** What lies beside the files of an export, in both languages. */
export function exportNotes(company: string): string {
  return `${company}

ENGLISH
All data of the company as one moment had it. Each kind is there twice: as CSV for spreadsheets, and as
JSON with everything that Risiti keeps of it.
- CSV: amounts in shillings, also of expenses in another currency; quantities and percents as numbers. UTF-8.
- JSON: amounts in cents, quantities in thousandths, percents in hundredths.
- receipts.json holds each signed receipt as it was sent to TRA; z-reports.json the daily reports.
- files: the photos and PDFs of expenses; expenses.csv names them.
- Passwords, PINs and keys are in none of these files.
Keep this file in a safe place: it names your customers.

KISWAHILI
Data zote za kampuni kama zilivyokuwa kwa wakati mmoja. Kila aina ipo mara mbili: kama CSV kwa lahajedwali,
na kama JSON yenye yote ambayo Risiti inahifadhi.
- CSV: kiasi kwa shilingi, hata cha gharama za sarafu nyingine; idadi na asilimia kama namba. UTF-8.
- JSON: kiasi kwa senti, idadi kwa sehemu za elfu, asilimia kwa sehemu za mia.
- receipts.json ina kila risiti iliyosainiwa kama ilivyotumwa TRA; z-reports.json ina ripoti za siku.
- files: picha na PDF za gharama; expenses.csv inazitaja.
- Nenosiri, PIN na funguo havimo kwenye mafaili haya.
Hifadhi faili hili mahali salama: lina majina ya wateja wako.
`
}
