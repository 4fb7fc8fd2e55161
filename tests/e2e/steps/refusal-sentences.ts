import type { WorkCode } from '#contract/error-codes.ts'
import type { RESOLUTIONS } from '#contract/resolutions.ts'

/** Codes that are not corrected at the form in which they were caused. */
export type ResolvableCode = {
  [Code in WorkCode]: (typeof RESOLUTIONS)[Code] extends 'at-the-form' ? never : Code
}[WorkCode]

/** What each refusal says, in English and in Swahili. A new code does not compile without its two sentences. */
export const SENTENCES: Readonly<Record<ResolvableCode, readonly [en: string, sw: string]>> = {
  TOKEN_EXPIRED: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  TOKEN_MISSING: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  TOKEN_INVALID: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  REFRESH_REFUSED: [
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  GRANT_REFUSED: [
    'This phone can no longer send automatically. Please log in again',
    'Simu hii hairuhusiwi tena kutuma yenyewe. Tafadhali ingia tena',
  ],
  USER_DISABLED: ['Your user account was disabled', 'Akaunti yako ya mtumiaji imesitishwa'],
  COMPANY_DISABLED: ['Your company was disabled', 'Kampuni yako imesitishwa'],
  COMPANY_BLOCKED_BY_TRA: [
    'Your account has been blocked by TRA. Please contact us for more details.',
    'Akaunti yako imezuiwa na TRA. Tafadhali wasiliana nasi kwa maelezo zaidi.',
  ],
  PASSWORD_CHANGE_REQUIRED: [
    'You must change your password before you continue',
    'Lazima ubadilishe nenosiri kabla ya kuendelea',
  ],
  TOO_MANY_REQUESTS: ['Too many requests', 'Maombi mengi mno'],
  FORBIDDEN: ['You do not have permission for this action', 'Huna ruhusa ya kufanya kitendo hiki'],
  NOT_FOUND: ['The requested information was not found', 'Taarifa iliyoombwa haijapatikana'],
  REQUEST_UNREADABLE: ['The request could not be read', 'Ombi halikuweza kusomwa'],
  REQUEST_INVALID: ['Please check the form fields', 'Tafadhali kagua sehemu za fomu'],
  REQUEST_TOO_LARGE: ['This is too large to send', 'Hii ni kubwa mno, haiwezi kutumwa'],
  UPGRADE_REQUIRED: [
    'This version of the app is too old to send',
    'Toleo hili la programu ni la zamani mno, haliwezi kutuma',
  ],
  UNAVAILABLE: ['The service is not available now', 'Huduma haipatikani kwa sasa'],
  UNEXPECTED: [
    'An unexpected error occurred. Please try again later',
    'Hitilafu isiyotarajiwa imetokea. Tafadhali jaribu tena baadaye',
  ],
  INVOICE_TOTALS_DIFFER: [
    'The totals on this phone and on the server do not match',
    'Jumla za simu hii na za seva hazilingani',
  ],
  INVOICE_CHANGED_ELSEWHERE: [
    'Someone changed this invoice on another phone',
    'Mtu mwingine amebadilisha ankara hii kwenye simu nyingine',
  ],
  INVOICE_SUBMITTED_DIFFERENTLY: [
    'This invoice was submitted from another phone with different details',
    'Ankara hii iliwasilishwa kutoka simu nyingine ikiwa na maelezo tofauti',
  ],
  INVOICE_PRODUCT_UNKNOWN: [
    'A product on this invoice is not on the server',
    'Bidhaa mojawapo kwenye ankara hii haipo kwenye seva',
  ],
  INVOICE_CUSTOMER_UNKNOWN: [
    'The customer on this invoice is not on the server',
    'Mteja wa ankara hii hayupo kwenye seva',
  ],
  INVOICE_RATE_UNKNOWN: [
    'A tax rate on this invoice is not in force',
    'Kiwango cha kodi kwenye ankara hii hakitumiki sasa',
  ],
  INVOICE_NOT_FOUND: ['The invoice was not found', 'Ankara haijapatikana'],
  CREDIT_NOTE_TOTAL_DIFFERS: [
    'The refund amount has changed. Please check it again',
    'Kiasi cha kurudisha kimebadilika. Tafadhali kikague tena',
  ],
  CREDIT_NOTE_NOT_NUMBERED: [
    'Only an invoice with a TRA number can be refunded',
    'Ni ankara yenye namba ya TRA tu inayoweza kurudishiwa fedha',
  ],
  CREDIT_NOTE_INVOICE_CANCELED: [
    'A canceled invoice cannot be refunded',
    'Ankara iliyobatilishwa haiwezi kurudishiwa fedha',
  ],
  CREDIT_NOTE_EMPTY: ['Choose what the customer is returning', 'Chagua anachorudisha mteja'],
  CREDIT_NOTE_LINE_UNKNOWN: ['This item is not on the invoice', 'Bidhaa hii haipo kwenye ankara'],
  CREDIT_NOTE_TOO_MUCH: [
    'This is more than what is left on the invoice',
    'Hii inazidi kilichobaki kwenye ankara',
  ],
  CREDIT_NOTE_TOO_MANY: [
    'This invoice has too many credit notes',
    'Ankara hii ina hati nyingi mno za marejesho',
  ],
  CREDIT_NOTE_REASON_REQUIRED: ['The reason is required', 'Sababu inahitajika'],
  MAIL_ADDRESS_INVALID: ['Valid email required', 'Barua pepe sahihi inahitajika'],
  MAIL_INVOICE_NOT_NUMBERED: [
    'Only a submitted invoice can be emailed',
    'Ni ankara iliyowasilishwa tu inayoweza kutumwa kwa barua pepe',
  ],
  MAIL_INVOICE_CANCELED: [
    'A canceled invoice cannot be emailed',
    'Ankara iliyobatilishwa haiwezi kutumwa kwa barua pepe',
  ],
  MAIL_TOO_MANY: [
    'This invoice was emailed too many times',
    'Ankara hii imetumwa kwa barua pepe mara nyingi mno',
  ],
  INVOICE_NOT_REPAIRABLE: ['This receipt cannot be repaired', 'Risiti hii haiwezi kurekebishwa'],
  CLOCK_BEHIND_LAST_RECEIPT: [
    'The server clock is earlier than the last receipt or Z report',
    'Saa ya seva iko nyuma ya muda wa risiti au ripoti ya Z ya mwisho',
  ],
  FISCAL_IDENTITY_MISSING: [
    'Your company is not yet registered with TRA to issue receipts',
    'Kampuni yako bado haijasajiliwa TRA kutoa risiti',
  ],
  FISCAL_NUMBERING_HELD: [
    'Receipt numbering is paused while the restored server is checked',
    'Utoaji wa namba za risiti umesimamishwa kwa ukaguzi baada ya seva kurejeshwa',
  ],
  CUSTOMER_NAME_REQUIRED: ['Please enter a customer name', 'Tafadhali weka jina la mteja'],
  CUSTOMER_NAME_TOO_LONG: ['The name is too long', 'Jina ni refu mno'],
  CUSTOMER_ID_DUPLICATED: [
    'Customer identification number duplicated',
    'Namba ya kitambulisho cha mteja imejirudia',
  ],
  CUSTOMER_VRN_DUPLICATED: [
    'Customer VAT registration number duplicated',
    'Namba ya usajili wa VAT ya mteja imejirudia',
  ],
  COLLECTION_TOO_MUCH: ['This is more than is owed for the invoice', 'Hiki ni zaidi ya deni la ankara hii'],
  COLLECTION_NOTHING_OWED: ['Nothing is owed for this invoice', 'Ankara hii haina deni'],
  COLLECTION_NOT_FOUND: ['The payment was not found', 'Malipo hayajapatikana'],
  CUSTOMER_HAS_INVOICES: [
    'Error deleting the customer: there are invoices for this customer. Archive the customer instead',
    'Hitilafu imetokea wakati wa kumfuta mteja: kuna ankara za mteja huyu. Badala yake mweke kwenye kumbukumbu',
  ],
  PRODUCT_HAS_SALES: [
    'This product is on invoices, so it cannot be deleted. Make it inactive instead',
    'Bidhaa hii iko kwenye ankara, kwa hiyo haiwezi kufutwa. Badala yake isitishe',
  ],
  CUSTOMER_NOT_FOUND: ['Customer not found', 'Mteja hajapatikana'],
  PRODUCT_NAME_REQUIRED: ['Please enter a product name', 'Tafadhali weka jina la bidhaa'],
  PRODUCT_NAME_TOO_LONG: ['The name is too long', 'Jina ni refu mno'],
  PRODUCT_DETAIL_TOO_LONG: ['The text is too long', 'Maandishi ni marefu mno'],
  PRODUCT_BARCODE_INVALID: ['A scanner cannot read this barcode', 'Skana haiwezi kusoma msimbopau huu'],
  PRODUCT_UNIT_TOO_LONG: ['The unit is too long', 'Jina la kipimo ni refu mno'],
  PRODUCT_TAX_TYPE_REQUIRED: ['Please choose a tax type', 'Tafadhali chagua aina ya kodi'],
  PRODUCT_PRICE_INVALID: ['Please enter a valid price', 'Tafadhali weka bei sahihi'],
  PRODUCT_NOT_FOUND: ['The product was not found', 'Bidhaa haijapatikana'],
  OPERATION_UNKNOWN: [
    'The server does not support this type of record',
    'Seva haitambui aina hii ya taarifa',
  ],
  OPERATION_DAMAGED: [
    'This phone damaged the saved record, so it cannot be sent',
    'Simu hii imeharibu taarifa iliyohifadhiwa, kwa hiyo haiwezi kutumwa',
  ],
  OPERATION_INVALID: ['The server could not read this record', 'Seva haikuweza kusoma taarifa hii'],
  OPERATION_REUSED: [
    'This record was already sent with different details',
    'Taarifa hii ilishatumwa ikiwa na maelezo tofauti',
  ],
  OPERATION_WRONG_ACCOUNT: ['This record belongs to another account', 'Taarifa hii ni ya akaunti nyingine'],
  OPERATION_DEPENDENCY_REFUSED: [
    'This is waiting for another record that was rejected',
    'Hii inasubiri taarifa nyingine iliyokataliwa',
  ],
  TRA_SIGNATURE_REFUSED: [
    'TRA could not read the receipt or its signature',
    'TRA haikuweza kusoma risiti au saini yake',
  ],
  TRA_TIN_REFUSED: ["TRA rejected the company's TIN", 'TRA imekataa TIN ya kampuni'],
  TRA_NOT_APPROVED: [
    'TRA has not approved the company for electronic receipts',
    'TRA bado haijaidhinisha kampuni kutoa risiti za kielektroniki',
  ],
  TRA_UNHANDLED: ["TRA's system had an error", 'Mfumo wa TRA ulipata hitilafu'],
  TRA_SERIAL_REFUSED: [
    "TRA rejected the certificate's serial number",
    'TRA imekataa namba ya mfululizo ya cheti',
  ],
  TRA_CLIENT_REFUSED: ['TRA did not accept this system', 'TRA imekataa utambulisho wa mfumo huu'],
  TRA_CERTIFICATE_REFUSED: ["TRA rejected the company's certificate", 'TRA imekataa cheti cha kampuni'],
  TRA_REFUSED_OTHER: [
    'There an error sending the invoice to TRA',
    'Hitilafu imetokea wakati wa kutuma ankara TRA',
  ],
  TRA_RECEIPT_MISSING: [
    'TRA accepted the receipt, but it is not on the TRA portal yet',
    'TRA imeipokea risiti, lakini bado haijaonekana kwenye tovuti yake',
  ],
  TRA_REGISTRATION_ENDED: ["The company's TRA registration has ended", 'Usajili wa kampuni TRA umekwisha'],
  NETWORK_UNREACHABLE: [
    'Network error. Check your connection and try again',
    'Hitilafu ya mtandao. Angalia muunganisho wako kisha ujaribu tena',
  ],
  NETWORK_TOO_SLOW: ['The network is too slow now', 'Mtandao ni wa polepole mno kwa sasa'],
  NETWORK_PORTAL: [
    'This Wi-Fi network needs you to sign in first',
    'Mtandao huu wa Wi-Fi unahitaji uingie kwanza kwenye ukurasa wake',
  ],
  ANSWER_UNREADABLE: ["The server's reply could not be read", 'Jibu la seva halikuweza kusomwa'],
  INVOICE_NO_LINES: ['Add at least one item', 'Ongeza angalau bidhaa au huduma moja'],
  INVOICE_TOTAL_NOT_POSITIVE: ['The total must be greater than 0', 'Jumla iwe zaidi ya 0'],
  INVOICE_TOTAL_TOO_LARGE: ['The total is too large for one invoice', 'Jumla ni kubwa mno kwa ankara moja'],
  INVOICE_UNPAID_NOT_ALLOWED: [
    'This company sells only what is paid in full',
    'Kampuni hii huuza tu kinacholipwa chote',
  ],
  INVOICE_PAYMENTS_EXCEED_TOTAL: [
    'Total payments greater than total invoice',
    'Jumla ya malipo ni kubwa kuliko jumla ya ankara',
  ],
  INVOICE_PAYMENT_NOT_POSITIVE: ['The amount must be greater than 0', 'Kiasi kiwe zaidi ya 0'],
  INVOICE_PRODUCT_NOT_SAVED: [
    'Please save the product first before submitting the invoice',
    'Tafadhali hifadhi bidhaa kwanza kabla ya kuwasilisha ankara',
  ],
  INVOICE_LINE_DESCRIPTION_REQUIRED: ['Enter a description', 'Weka maelezo'],
  INVOICE_LINE_QUANTITY_REQUIRED: ['Enter a quantity greater than 0', 'Weka idadi iliyo zaidi ya 0'],
  INVOICE_LINE_PRICE_REQUIRED: ['Enter a price greater than 0', 'Weka bei iliyo zaidi ya 0'],
  INVOICE_LINE_RATES_DIFFER: [
    'Items with the same tax type must have the same rate',
    'Bidhaa za aina moja ya kodi lazima ziwe na kiwango kimoja',
  ],
  INVOICE_CUSTOMER_NAME_REQUIRED: ['Please enter a customer name', 'Tafadhali weka jina la mteja'],
  CUSTOMER_ID_TYPE_REQUIRED: [
    'Please choose an identification type',
    'Tafadhali chagua aina ya kitambulisho',
  ],
  CUSTOMER_TIN_INVALID: ['Please enter a correct TIN number', 'Tafadhali weka namba sahihi ya TIN'],
  CUSTOMER_NIDA_INVALID: ['Enter correct NIDA number', 'Weka namba sahihi ya NIDA'],
  CUSTOMER_ID_INVALID: [
    'Please enter a correct identification number',
    'Tafadhali weka namba sahihi ya kitambulisho',
  ],
  CUSTOMER_PHONE_INVALID: ['Please enter a valid phone number', 'Tafadhali weka namba sahihi ya simu'],
  CUSTOMER_EMAIL_INVALID: ['Valid email required', 'Barua pepe sahihi inahitajika'],
  CUSTOMER_VRN_INVALID: ['Please enter a valid VRN', 'Tafadhali weka VRN sahihi'],
  INVOICE_NOT_DRAFT: ['This invoice is no longer a draft', 'Ankara hii si rasimu tena'],
  INVOICE_NOT_SUBMITTED: ['This invoice was not submitted yet', 'Ankara hii bado haijawasilishwa'],
  INVOICE_HAS_CREDIT_NOTES: [
    'An invoice with a refund cannot be canceled',
    'Ankara iliyorudishiwa fedha haiwezi kubatilishwa',
  ],
  INVOICE_HAS_COLLECTIONS: [
    'Money was paid for this invoice since. Cancel those payments on the receipt first',
    'Ankara hii ililipiwa baadaye. Kwanza batilisha malipo hayo kwenye risiti',
  ],
  INVOICE_ALREADY_CANCELED: ['This invoice is already canceled', 'Ankara hii tayari imebatilishwa'],
  INVOICE_CANCEL_REASON_REQUIRED: [
    'Please enter the reason for canceling',
    'Tafadhali andika sababu ya kubatilisha ankara',
  ],
  EXPENSE_NOT_FOUND: ['The requested information was not found', 'Taarifa iliyoombwa haijapatikana'],
  EXPENSE_CODE_REGISTERED: ['Conflict. Code already registered.', 'Mgongano. Msimbo tayari umesajiliwa.'],
  FILE_INCOMPLETE: ['The file has not been fully uploaded yet', 'Faili bado halijafika lote'],
  FILE_DAMAGED: ['The file is damaged. Attach it again', 'Faili limeharibika. Liambatishe tena'],
  FILE_TYPE_NOT_ALLOWED: [
    'Wrong file type. Only PDF, PNG or JPG is allowed',
    'Aina ya faili si sahihi. PDF, PNG au JPG pekee inaruhusiwa',
  ],
  EXPENSE_NOT_PENDING: [
    'Only a pending expense can be changed',
    'Ni gharama ambayo haijashughulikiwa tu inayoweza kubadilishwa',
  ],
  EXPENSE_CODE_TRA: [
    'The receipt code is not in the TRA form: 6 letters or digits, then the receipt number',
    'Msimbo wa risiti hauko katika muundo wa TRA: herufi au tarakimu 6, kisha namba ya risiti',
  ],
  EXPENSE_CODE_ALNUM9: [
    'The receipt code must have 9 letters or digits',
    'Msimbo wa risiti uwe na herufi au tarakimu 9',
  ],
  EXPENSE_CODE_DIGITS9: ['The receipt code must have 9 digits', 'Msimbo wa risiti uwe na tarakimu 9'],
  EXPENSE_CODE_FREE: [
    'The receipt code must have 3 to 255 characters',
    'Msimbo wa risiti uwe na herufi 3 hadi 255',
  ],
  EXPENSE_CATEGORY_REQUIRED: ['Choose a category', 'Chagua kundi'],
  EXPENSE_DESCRIPTION_LENGTH: [
    'The description must have 3 to 255 characters',
    'Maelezo yawe na herufi 3 hadi 255',
  ],
  EXPENSE_AMOUNT_NOT_POSITIVE: ['The amount must be greater than 0', 'Kiasi kiwe zaidi ya 0'],
  EXPENSE_TOTAL_TOO_LARGE: [
    'This amount is too large for one expense',
    'Kiasi hiki ni kikubwa mno kwa gharama moja',
  ],
  EXPENSE_DATE_INVALID: [
    'Enter a valid date in the form DD-MM-YYYY',
    'Weka tarehe sahihi katika muundo DD-MM-YYYY',
  ],
  EXPENSE_DATE_AHEAD: ['The date is in the future', 'Tarehe hii bado haijafika'],
  EXPENSE_TIME_REQUIRED: ['The time is required', 'Saa inahitajika'],
  EXPENSE_TIME_INVALID: ['Enter a valid time', 'Weka saa sahihi'],
  EXPENSE_RATE_UNKNOWN: [
    'This tax rate is not in force on that day',
    'Kiwango hiki cha kodi hakitumiki siku hiyo',
  ],
  EXPENSE_PAYMENTS_DIFFER: [
    'The total payments must equal the total amount, including VAT',
    'Jumla ya malipo lazima ilingane na jumla ya kiasi, pamoja na VAT',
  ],
  EXPENSE_PAYMENTS_DIFFER_NO_VAT: [
    'The total payments must equal the total amount',
    'Jumla ya malipo lazima ilingane na jumla ya kiasi',
  ],
  VENDOR_NOT_FOUND: ['The vendor was not found', 'Muuzaji hakupatikana'],
  VENDOR_NUMBER_REGISTERED: [
    'Conflict. Tax Number or Serial already registered.',
    'Mgongano. TIN au namba ya mfululizo tayari imesajiliwa.',
  ],
  VENDOR_NAME_REQUIRED: ['Please enter a vendor name', 'Tafadhali weka jina la muuzaji'],
  VENDOR_MERGED: [
    'One of these vendors was merged with another one before',
    'Mmoja wa wauzaji hawa ameshaunganishwa na mwingine',
  ],
  VENDOR_ADDRESS_TOO_LONG: ['The address must have at most 200 characters', 'Anwani isizidi herufi 200'],
  VENDOR_TAX_NUMBER_FOREIGN: [
    'The foreign TIN must have 9 to 20 letters or digits',
    'TIN ya nje iwe na herufi au tarakimu 9 hadi 20',
  ],
  CATEGORY_NOT_FOUND: ['The category was not found', 'Kundi halikupatikana'],
  CATEGORY_NAME_REQUIRED: ['Please enter a category name', 'Tafadhali weka jina la kundi'],
  CATEGORY_NAME_TOO_LONG: [
    'The category name must have at most 60 characters',
    'Jina la kundi lisizidi herufi 60',
  ],
  CATEGORY_CODE_INVALID: [
    'The code must have 2 to 20 letters or digits',
    'Msimbo uwe na herufi au tarakimu 2 hadi 20',
  ],
  CATEGORY_CODE_REGISTERED: ['Conflict. Code already registered.', 'Mgongano. Msimbo tayari umesajiliwa.'],
  CATEGORY_DESCRIPTION_TOO_LONG: [
    'The description must have at most 255 characters',
    'Maelezo yasizidi herufi 255',
  ],
  VENDOR_NAME_TOO_LONG: [
    'The vendor name must have at most 100 characters',
    'Jina la muuzaji lisizidi herufi 100',
  ],
  VENDOR_TAX_NUMBER_EXACT: ['The TIN must have exactly 9 digits', 'TIN iwe na tarakimu 9 kamili'],
  VENDOR_TAX_NUMBER_SHORT: ['The TIN must have at least 9 digits', 'TIN iwe na angalau tarakimu 9'],
  VENDOR_VAT_NUMBER_EXACT: ['The VRN must have 9 letters or digits', 'VRN iwe na herufi au tarakimu 9'],
  VENDOR_VAT_NUMBER_SHORT: [
    'The VRN must have at least 9 letters or digits',
    'VRN iwe na angalau herufi au tarakimu 9',
  ],
  VENDOR_PHONE_INVALID: [
    'The phone number must have 9 to 15 digits',
    'Namba ya simu iwe na tarakimu 9 hadi 15',
  ],
  VENDOR_SERIAL_SHORT: [
    'The serial number must have at least 10 letters or digits',
    'Namba ya mfululizo iwe na angalau herufi au tarakimu 10',
  ],
  VENDOR_SERIAL_LONG: [
    'The serial number must have at most 10 letters or digits',
    'Namba ya mfululizo isizidi herufi au tarakimu 10',
  ],
  VENDOR_NUMBER_TOO_LONG: [
    'The number must have at most 20 letters or digits',
    'Namba isizidi herufi au tarakimu 20',
  ],
}
