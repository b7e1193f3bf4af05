;; Emacs' eglot, as Debian has it: lists the diagnostics of the buffer, and sees them go once the text is mended.
;; Prints one JSON object. Environment: SERVER, GOOD (a line), LINE (from 0).
(require 'eglot)
(require 'flymake)
(require 'json)
(require 'python)
(setq eglot-sync-connect 60
      eglot-autoshutdown t
      create-lockfiles nil
      make-backup-files nil
      flymake-no-changes-timeout 0.1)
(add-to-list 'eglot-server-programs `(python-mode . (,(getenv "SERVER"))))

(defun wait-for (condition)
  "Let the editor work until CONDITION holds, at most a minute."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.2)
      (flymake-start nil nil))
    (funcall condition)))

(find-file (pop command-line-args-left))
(python-mode)
(call-interactively 'eglot)
(unless (wait-for #'flymake-diagnostics) (error "No diagnostics"))
(let ((found (mapcar (lambda (each)
                       `((line . ,(1- (line-number-at-pos (flymake-diagnostic-beg each))))
                         (text . ,(flymake-diagnostic-text each))))
                     (flymake-diagnostics))))
  (goto-char (point-min))
  (forward-line (string-to-number (getenv "LINE")))
  (delete-region (line-beginning-position) (line-end-position))
  (insert (getenv "GOOD"))
  (eglot--signal-textDocument/didChange) ; what its idle timer does, which a batch run has not
  (unless (wait-for (lambda () (null (flymake-diagnostics)))) (error "The diagnostics did not go"))
  (princ (concat (json-encode `((found . ,(vconcat found)))) "\n"))
  (set-buffer-modified-p nil))
(kill-emacs 0)
