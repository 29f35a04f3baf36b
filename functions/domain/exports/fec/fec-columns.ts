// The 18 columns of a FEC in the order of article A47 A-1 VII of the Livre des procédures fiscales.
import type { ExportColumn } from '../export-format.ts';

export interface FecColumn extends ExportColumn {
  /** The nature that the article gives it. */
  readonly kind: 'TEXT' | 'DATE' | 'NUMBER';
  /** Whether every row has a value. */
  readonly isRequired: boolean;
  /** The meaning for the tax authority, in French. */
  readonly french: string;
}

export const FEC_COLUMNS: readonly FecColumn[] = [
  {
    name: 'JournalCode',
    kind: 'TEXT',
    isRequired: true,
    meaning: 'AN, RP, OD, PR, EX or CO: see JournalLib.',
    french: "Code du journal de l'écriture.",
  },
  {
    name: 'JournalLib',
    kind: 'TEXT',
    isRequired: true,
    meaning:
      'À-nouveaux (balances brought forward), Reprises du système précédent (opening balances), Opérations diverses, Prêts (loan transactions), Extournes (reversals), Corrections.',
    french: 'Libellé du journal.',
  },
  {
    name: 'EcritureNum',
    kind: 'TEXT',
    isRequired: true,
    meaning: 'The number of the entry in the file: 1, 2, 3 without a gap.',
    french: "Numéro de l'écriture dans le fichier, sans rupture à partir de 1.",
  },
  {
    name: 'EcritureDate',
    kind: 'DATE',
    isRequired: true,
    meaning: 'The accounting date: `effective_date` of the entry.',
    french: "Date de comptabilisation : jour de l'exercice auquel l'écriture est rattachée.",
  },
  {
    name: 'CompteNum',
    kind: 'TEXT',
    isRequired: true,
    meaning: 'The account code of the general ledger; three digits of the French chart first.',
    french: 'Numéro de compte ; ses trois premiers caractères suivent le plan comptable.',
  },
  {
    name: 'CompteLib',
    kind: 'TEXT',
    isRequired: true,
    meaning:
      'The name of the account in the chart of accounts when the export started. Without one, 120 and 129 have their names of the French chart, and others are `Compte` and the code.',
    french:
      'Libellé du compte dans le plan de comptes de l’établissement au début de l’export ; à défaut, celui du plan comptable pour les comptes 120 et 129, « Compte » suivi du numéro pour les autres.',
  },
  {
    name: 'CompAuxNum',
    kind: 'TEXT',
    isRequired: false,
    meaning: 'Empty.',
    french: 'À blanc : non utilisé.',
  },
  {
    name: 'CompAuxLib',
    kind: 'TEXT',
    isRequired: false,
    meaning: 'Empty.',
    french: 'À blanc : non utilisé.',
  },
  {
    name: 'PieceRef',
    kind: 'TEXT',
    isRequired: true,
    meaning:
      'The loan transaction, the adjustment request or the entry itself; `AN` and the first day for balances brought forward.',
    french:
      "Référence de l'opération de prêt (txn_), de la demande d'ajustement (far_) ou de l'écriture (jrn_) ; « AN » et le premier jour de l'exercice pour les à-nouveaux.",
  },
  {
    name: 'PieceDate',
    kind: 'DATE',
    isRequired: true,
    meaning: 'The accounting date.',
    french: 'Date de la pièce : la date de comptabilisation.',
  },
  {
    name: 'EcritureLib',
    kind: 'TEXT',
    isRequired: true,
    meaning: "The entry's description, or the name of the journal.",
    french: "Libellé de l'écriture ; à défaut celui du journal.",
  },
  {
    name: 'Debit',
    kind: 'NUMBER',
    isRequired: false,
    meaning: 'Euro, two decimals, a comma; 0,00 where Credit is not.',
    french: 'Montant au débit, en euros.',
  },
  {
    name: 'Credit',
    kind: 'NUMBER',
    isRequired: false,
    meaning: 'Euro, two decimals, a comma; 0,00 where Debit is not.',
    french: 'Montant au crédit, en euros.',
  },
  {
    name: 'EcritureLet',
    kind: 'TEXT',
    isRequired: false,
    meaning: 'Empty.',
    french: 'À blanc : non utilisé.',
  },
  {
    name: 'DateLet',
    kind: 'DATE',
    isRequired: false,
    meaning: 'Empty.',
    french: 'À blanc : non utilisé.',
  },
  {
    name: 'ValidDate',
    kind: 'DATE',
    isRequired: true,
    meaning:
      'The UTC day on which it was posted: from then on it is final. The first day for balances brought forward.',
    french:
      "Date de validation : jour (UTC) de l'enregistrement, définitif dès ce moment ; premier jour de l'exercice pour les à-nouveaux.",
  },
  {
    name: 'Montantdevise',
    kind: 'NUMBER',
    isRequired: false,
    meaning: 'Empty: an entry in another currency refuses the export.',
    french: 'À blanc : toutes les écritures sont en euros.',
  },
  {
    name: 'Idevise',
    kind: 'TEXT',
    isRequired: false,
    meaning: 'Empty: an entry in another currency refuses the export.',
    french: 'À blanc : toutes les écritures sont en euros.',
  },
];

export const FEC_COLUMN_NAMES = FEC_COLUMNS.map(({ name }) => name);
