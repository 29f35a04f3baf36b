// The description that accompanies a FEC (article A47 A-1 XI, with the words of II): its fields, its
// codes and how to read it. It is in French because the tax authority reads it.
import type { ExportEncoding } from '../export-encoding.ts';
import type { ExportDescription } from '../export-format.ts';
import type { ExportScope } from '../export-scope.ts';
import { LOSS_ACCOUNT, PROFIT_ACCOUNT } from './fec-chart.ts';
import { FEC_COLUMNS } from './fec-columns.ts';
import type { FecColumn } from './fec-columns.ts';
import { FEC_JOURNALS } from './fec-journals.ts';
import { findSiren } from './siren.ts';

const KINDS: Readonly<Record<FecColumn['kind'], string>> = {
  TEXT: 'alphanumérique',
  DATE: 'date',
  NUMBER: 'numérique',
};

const CHARACTER_SETS: Readonly<Record<ExportEncoding, string>> = {
  'UTF-8': 'Unicode (ISO/CEI 10646), UTF-8, sans marque d’ordre des octets',
  'ISO-8859-15':
    'ISO 8859-15 ; un caractère absent de ce jeu est remplacé par le plus proche, à défaut par « ? »',
  'US-ASCII':
    'ASCII ; un caractère absent de ce jeu est remplacé par le plus proche, à défaut par « ? »',
};

export function buildDescription(scope: ExportScope, filename: string): ExportDescription {
  const text = [
    `Description du fichier ${filename}`,
    'Fichier des écritures comptables, article A47 A-1 du Livre des procédures fiscales',
    '',
    `SIREN : ${findSiren(scope.legalBasisCode) ?? ''}`,
    `Exercice : du ${scope.periodFrom} au ${scope.periodTo}`,
    '',
    '1. Zones : numéro, nom, nature, signification',
    '',
    ...FEC_COLUMNS.map(({ name, kind, french }, index) => {
      return `${index + 1}. ${name} (${KINDS[kind]}) : ${french}`;
    }),
    '',
    '2. Codes utilisés comme valeurs de zone',
    '',
    ...FEC_JOURNALS.map(({ code, label }) => `JournalCode ${code} : ${label}`),
    `CompteNum ${PROFIT_ACCOUNT}, ${LOSS_ACCOUNT} dans les à-nouveaux : bénéfice ou perte des exercices antérieurs, somme des comptes des classes 6 et 7 non soldés`,
    '',
    '3. Informations techniques',
    '',
    `Jeu de caractères : ${CHARACTER_SETS[scope.encoding]}`,
    'Structure : fichier à plat, une ligne par mouvement, première ligne avec le nom des zones',
    'Longueur des enregistrements : variable',
    'Séparateur de zone : tabulation',
    "Séparateur d'enregistrement : retour chariot et fin de ligne",
    'Dates : AAAAMMJJ, sans séparateur',
    'Montants : euros, deux décimales après une virgule, sans séparateur de millier',
    'Ordre : les à-nouveaux, puis les écritures par ordre chronologique de validation',
    "Sélection : écritures dont la date de comptabilisation est dans l'exercice",
    '',
  ].join('\r\n');
  return { filename: filename.replace(/\.txt$/, '-description.txt'), text };
}
