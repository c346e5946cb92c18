export { keepView, readKeptView, type KeptView } from './viewer/keep-view.ts';
