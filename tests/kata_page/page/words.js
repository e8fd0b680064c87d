// The words of the pages in the languages of the statements. Messages of pytest and Python stay English.

import { get } from "./store.js";

const LANGUAGES = ["en", "es", "de"];
const WORDS = {
  path: ["The path", "Todas las katas", "Alle Katas"],
  games: ["Games", "Juegos", "Spiele"],
  statement: ["Statement", "Enunciado", "Aufgabe"],
  code: ["Your code", "Tu código", "Dein Code"],
  verdict: ["Verdict", "Veredicto", "Ergebnis"],
  pytest: ["As pytest prints it", "Tal como lo muestra pytest", "Ausgabe von pytest"],
  run: ["Run", "Ejecutar", "Ausführen"],
  stop: ["Stop", "Parar", "Anhalten"],
  options: ["pytest options, such as --lf", "Opciones de pytest, como --lf", "pytest-Optionen, etwa --lf"],
  try: ["Try", "Probar", "Ausprobieren"],
  call: ["Try a call", "Probar una llamada", "Aufruf ausprobieren"],
  hint: ["Next hint", "Siguiente pista", "Nächster Tipp"],
  alone: ["Only this case", "Solo este caso", "Nur diesen Fall"],
  stages: ["All stages", "Todas las etapas", "Alle Etappen"],
  copy: ["Copy", "Copiar", "Kopieren"],
  copied: ["Copied", "Copiado", "Kopiert"],
  expected: ["expected", "esperado", "erwartet"],
  got: ["got", "obtenido", "bekommen"],
  why: ["Why this case", "El porqué de este caso", "Warum es diesen Fall gibt"],
  perhaps: ["perhaps", "quizás", "vielleicht"],
  more: ["also failing", "también fallan", "auch rot"],
  loading: ["Python is loading …", "Cargando Python…", "Python wird geladen …"],
  starting: ["Python is starting …", "Arrancando Python…", "Python startet …"],
  running: ["running …", "ejecutando…", "läuft …"],
  ready: ["Python is ready", "Python está listo", "Python ist bereit"],
  next: ["Next kata", "Siguiente kata", "Nächste Kata"],
  done: ["All stages pass.", "Has superado todas las etapas.", "Alle Etappen sind grün."],
  look: ["Now look at how others did it:", "Mira ahora cómo lo han hecho otros:", "Sieh dir jetzt an, wie andere es gelöst haben:"],
  files: ["Your files", "Tus archivos", "Deine Dateien"],
  kept: [
    "Your code is kept in this browser and nowhere else. In the editor, Tab indents; Esc and then Tab leaves it.",
    "Tu código se guarda en este navegador y en ningún otro sitio. En el editor, la tecla Tab añade sangría; para salir, pulsa Esc y después Tab.",
    "Dein Code wird nur in diesem Browser gespeichert. Im Editor rückst du mit Tab ein; mit Esc und danach Tab verlässt du ihn.",
  ],
  download: ["Download this file", "Descargar este archivo", "Diese Datei herunterladen"],
  all: ["Download all as a ZIP", "Descargar todo en un ZIP", "Alles als ZIP herunterladen"],
  bring: ["Open a file", "Abrir un archivo", "Datei öffnen"],
  link: ["A link with this code", "Enlace con este código", "Link mit diesem Code"],
  stub: ["Back to the stub", "Volver al archivo inicial", "Zurück zur Vorlage"],
  before: ["Back to the previous code", "Volver al código anterior", "Zurück zum vorherigen Code"],
  others: ["Other people’s code", "El código de otros", "Code von anderen"],
  noHint: ["There are no more hints.", "No hay más pistas.", "Mehr Tipps gibt es nicht."],
  linked: [
    "This code came with the link. It runs when you press Run. Your own code is kept.",
    "Este código venía en el enlace. Solo se ejecuta si pulsas «Ejecutar». El tuyo sigue guardado.",
    "Dieser Code stammt aus dem Link. Er läuft erst, wenn du auf „Ausführen“ klickst. Dein eigener bleibt erhalten.",
  ],
  take: ["Take it as mine", "Quedármelo", "Als meinen Code übernehmen"],
  leave: ["Back to my code", "Volver a mi código", "Zurück zu meinem Code"],
  spoils: [
    "You haven't finished this kata yet. Do you want to see this now?",
    "Aún no has terminado esta kata. ¿Quieres verlo ya?",
    "Du bist mit dieser Kata noch nicht fertig. Willst du das jetzt schon sehen?",
  ],
  damaged: [
    "This link is damaged or too long.",
    "Este enlace está dañado o es demasiado largo.",
    "Dieser Link ist beschädigt oder zu lang.",
  ],
  notKept: [
    "This browser won't keep your code: its storage is full or blocked. Download your file before you leave.",
    "Este navegador no puede guardar tu código: su almacenamiento está lleno o bloqueado. Descarga tu archivo antes de salir.",
    "Dieser Browser kann deinen Code nicht sichern: Sein Speicher ist voll oder gesperrt. Lade deine Datei herunter, bevor du die Seite verlässt.",
  ],
  notStarted: [
    "Python didn't start. Load the page again, and if that doesn't help, use another browser.",
    "Python no ha arrancado. Vuelve a cargar la página y, si sigue sin arrancar, prueba con otro navegador.",
    "Python konnte nicht gestartet werden. Lade die Seite neu, und wenn das nicht hilft, nimm einen anderen Browser.",
  ],
  learnt: ["What you have learnt", "Lo que has aprendido", "Was du gelernt hast"],
  begin: [
    "Begin here: press Run, and see red. Then change one line, and press Run again: the first cases pass.",
    "Empieza aquí: pulsa «Ejecutar» y lo verás todo en rojo. Luego cambia una línea y vuelve a pulsar «Ejecutar»: ya pasan los primeros casos.",
    "Fang hier an: Klick auf „Ausführen“, und alles ist rot. Ändere dann eine Zeile und klick noch einmal: Schon sind die ersten Fälle grün.",
  ],
  language: ["Language", "Idioma", "Sprache"],
  parts: ["Parts of the page", "Partes de la página", "Teile der Seite"],
  stageCells: ["Stages", "Etapas", "Etappen"],
  views: ["Views", "Vistas", "Ansichten"],
  reply: ["The answer to your call", "La respuesta a tu llamada", "Die Antwort auf deinen Aufruf"],

  // An evening
  name: ["Your name, for the room", "Tu nombre, para la sala", "Dein Name, für den Raum"],
  join: ["Take part", "Participar", "Mitmachen"],
  joined: ["Your runs are sent to the room.", "Tus ejecuciones se envían a la sala.", "Deine Läufe sind für alle im Raum zu sehen."],
  youAre: ["You are", "Eres", "Du bist"],
  another: ["Another browser", "Otro navegador", "Anderer Browser"],
  device: [
    "In your other browser, enter the same name and this code",
    "En tu otro navegador, escribe el mismo nombre y este código",
    "Gib in deinem anderen Browser denselben Namen und diesen Code ein",
  ],
  firstCode: ["The code of your first browser", "El código de tu primer navegador", "Der Code deines ersten Browsers"],
  roomWord: ["This room's word", "La palabra clave de esta sala", "Das Codewort für diesen Raum"],
  unnamed: [
    "Enter your name, and the room sees your runs.",
    "Escribe tu nombre y la sala verá tus ejecuciones.",
    "Gib deinen Namen ein, dann sehen alle im Raum deine Läufe.",
  ],
  sent: ["Sent. The room sees", "Enviado. La sala ve", "Gesendet. Alle im Raum sehen"],
  unsent: ["Not sent", "No se ha enviado", "Nicht gesendet"],
  later: ["Kept here, and sent later", "Guardado aquí; se enviará más tarde", "Hier gespeichert; wird später gesendet"],
  nobody: ["nobody answers", "nadie responde", "niemand antwortet"],
  handIn: ["Hand in code", "Entregar código", "Code abgeben"],
  how: [
    "Choose a file of a kata, such as tictactoe_winner.py, or a ZIP of several; or paste your code. It runs here in your browser, and the result is sent to the room.",
    "Elige el archivo de una kata, como tictactoe_winner.py, o un ZIP con varios; o pega tu código. Se ejecuta aquí, en tu navegador, y el resultado se envía a la sala.",
    "Wähl die Datei einer Kata, etwa tictactoe_winner.py, oder ein ZIP mit mehreren; oder füg deinen Code ein. Er läuft hier in deinem Browser, und das Ergebnis geht an den Raum.",
  ],
  anyFile: ["A file or a ZIP", "Un archivo o un ZIP", "Eine Datei oder ein ZIP"],
  pasted: ["Pasted code is for the kata", "El código pegado es de la kata", "Der eingefügte Code gehört zur Kata"],
  noKata: [
    "Expected a file of a kata, such as %.",
    "Se esperaba el archivo de una kata, como %.",
    "Erwartet wird die Datei einer Kata, etwa %.",
  ],
  large: ["This file is too large.", "Este archivo es demasiado grande.", "Diese Datei ist zu groß."],
  twice: [
    "it has % more than once. Put only one person's files into it.",
    "contiene % más de una vez. Incluye solo los archivos de una persona.",
    "% kommt mehrmals vor. Pack nur die Dateien einer Person hinein.",
  ],
  unread: ["It can't be read", "No se puede leer", "Das lässt sich nicht lesen"],

  // The games
  plays: ["Your code plays", "Tu código juega", "Dein Code spielt"],
  game: ["Game", "Partida", "Spiel"],
  tictactoe: ["Tic-tac-toe", "Tres en raya", "Tic-Tac-Toe"],
  board: ["The board", "El tablero", "Das Brett"],
  discs: ["Discs", "Fichas", "Steine"],
  controls: ["Controls", "Controles", "Bedienung"],
  again: ["Load the file again and go on", "Volver a cargar el archivo y seguir", "Datei neu laden und weiterspielen"],
  instead: ["Let the reference play", "Que juegue la referencia", "Die Referenz spielen lassen"],
  rematch: ["Play again", "Jugar otra vez", "Noch einmal spielen"],
  fresh: ["New game", "Nueva partida", "Neues Spiel"],
  back: ["Take back", "Deshacer", "Zurücknehmen"],
  best: ["Best move", "Mejor jugada", "Bester Zug"],
  swap: ["Swap sides", "Cambiar de lado", "Seiten tauschen"],
  check: ["Show what your negamax says", "Mostrar lo que dice tu negamax", "Zeigen, was dein negamax sagt"],
  watch: ["Watch", "Mirar", "Zuschauen"],
  pause: ["Pause", "Pausar", "Pause"],
  goOn: ["Go on from here", "Seguir desde aquí", "Von hier weiterspielen"],
  move: ["Move", "Jugada", "Zug"],
  match: ["Match", "Serie de partidas", "Wettkampf"],
  rounds: ["Games", "Partidas", "Partien"],
  start: ["Start", "Empezar", "Starten"],
  you: ["you", "tú", "du"],
  yours: ["your %", "tu %", "dein %"],
  random: ["chance", "el azar", "der Zufall"],
  reference: ["the reference's search", "la búsqueda de la referencia", "die Suche der Referenz"],
  rules: ["the reference's rules", "las reglas de la referencia", "die Regeln der Referenz"],
  chapter: ["the chapter's player", "el jugador del capítulo", "der Spieler des Kapitels"],
  X: ["black", "negras", "Schwarz"],
  O: ["white", "blancas", "Weiß"],
  toMove: ["% is to move.", "Le toca a %.", "% ist am Zug."],
  played: ["% played %.", "% ha jugado en %.", "% hat auf % gespielt."],
  turned: ["% turned.", "Fichas volteadas: %.", "Umgedreht: %."],
  passes: ["% has no legal move and passes.", "% no tiene jugada legal y pasa.", "% kann nicht ziehen und passt."],
  wins: ["% wins.", "Gana %.", "% gewinnt."],
  draw: ["A draw.", "Empate.", "Unentschieden."],
  notMoved: ["% hasn't moved.", "% no ha movido.", "% hat nicht gezogen."],
  would: ["The reference would play %.", "La referencia jugaría en %.", "Die Referenz würde auf % spielen."],
  free: ["empty", "vacía", "leer"],
  last: ["last move", "última jugada", "letzter Zug"],
  win: ["win", "gana", "Sieg"],
  even: ["draw", "empata", "Remis"],
  loss: ["loss", "pierde", "Niederlage"],
  no: ["%, not %", "%, no %", "%, nicht %"],
  says: ["your negamax says %", "tu negamax dice %", "dein negamax sagt %"],
  right: ["Your negamax is right here.", "Tu negamax acierta aquí.", "Dein negamax hat hier recht."],
  won: ["% won %", "% ha ganado %", "% hat % gewonnen"],
  tally: ["draws: %; % of %", "empates: %; % de %", "unentschieden: %; % von %"],
  lost: ["% lost game %.", "% ha perdido la partida %.", "% hat Partie % verloren."],
};

let language = "en";

// The word of this name; what it's about takes the place of each %.
export const word = (name, ...parts) =>
  parts.reduce((text, part) => text.replace("%", () => part), WORDS[name][LANGUAGES.indexOf(language)]);

// Puts the words into every element that names one.
export function speak(chosen) {
  language = LANGUAGES.includes(chosen) ? chosen : "en";
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = word(element.dataset.label);
}

export const wanted = () => get("language") ?? navigator.language.slice(0, 2);
speak(wanted()); // before the editor has come
